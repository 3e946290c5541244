import type { FormerJersey } from "../../domain/copies/copy.ts";
import { DETAILS } from "../copies/columns.ts";
import {
  type CollectionFile,
  type ExchangedCopy,
  exchangedJersey,
  type ExchangedSubmission,
  FORMAT,
  type JerseyRow,
  photoName,
  VERSION,
} from "../../domain/exchange/collection-file.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { awaitAll } from "../../../shared/data/await-all.ts";
import type { Client } from "../../../shared/data/client.ts";

const FACTS =
  "id, title, team, league, year, kit_type, brand, season:seasons(code), competition:competitions(name)";

/** The file of a photo in bucket `copies`, and its name in a ZIP. */
export interface PhotoFile {
  path: string;
  name: string;
}

/** All that a member has collected, wished, voted and submitted, and where the photos are. */
export async function readCollection(
  client: Client,
  userId: string,
): Promise<{ file: CollectionFile; photos: PhotoFile[] }> {
  const { copies, wishes, votes, submissions } = await awaitAll({
    copies: readCopies(client, userId),
    wishes: readWishes(client, userId),
    votes: readVotes(client, userId),
    submissions: readSubmissions(client, userId),
  });
  return {
    file: {
      format: FORMAT,
      version: VERSION,
      exported_at: new Date().toISOString(),
      copies: copies.map(({ copy }) => copy),
      wishes,
      votes,
      submissions,
    },
    photos: copies.flatMap(({ photos }) => photos),
  };
}

async function readCopies(
  client: Client,
  userId: string,
): Promise<{ copy: ExchangedCopy; photos: PhotoFile[] }[]> {
  const rows = await allRows((from, to) =>
    client
      .from("copies")
      .select(
        `id, created_at, jersey_id, former_jersey, ${DETAILS}, photos:copy_photos(path), jersey:jerseys(${FACTS})`,
      )
      .eq("owner_id", userId)
      .is("removed_at", null)
      // As the collection shows them, and as an import takes them.
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .order("position", { referencedTable: "copy_photos" })
      .order("id", { referencedTable: "copy_photos" })
      .range(from, to)
      .throwOnError(),
  );
  return rows.map(({ created_at, jersey_id, former_jersey, photos, jersey, ...own }) => {
    const files = photos.map(({ path }, place) => ({
      path,
      name: photoName(own.id, path, place),
    }));
    const copy: ExchangedCopy = {
      ...own,
      added_at: created_at,
      jersey: exchangedJersey(
        jersey_id,
        jersey as JerseyRow | null,
        former_jersey as FormerJersey | null,
      ),
      photos: files.map(({ name }) => name),
    };
    return { copy, photos: files };
  });
}

async function readWishes(client: Client, userId: string) {
  const rows = await allRows((from, to) =>
    client
      .from("user_wishlists")
      .select(
        `jersey_id, former_jersey, created_at, size_scale, size, highest_price, currency, note, jersey:jerseys(${FACTS})`,
      )
      .eq("user_id", userId)
      .order("id")
      .range(from, to)
      .throwOnError(),
  );
  return rows.map(({ jersey_id, former_jersey, created_at, jersey, ...wish }) => ({
    jersey: exchangedJersey(
      jersey_id,
      jersey as JerseyRow | null,
      former_jersey as FormerJersey | null,
    ),
    added_at: created_at,
    ...wish,
  }));
}

async function readVotes(client: Client, userId: string) {
  const rows = await allRows((from, to) =>
    client
      .from("jersey_votes")
      .select(`jersey_id, vote, cast_at, jersey:jerseys(${FACTS})`)
      .eq("voter_id", userId)
      .order("jersey_id")
      .range(from, to)
      .throwOnError(),
  );
  return rows.map(({ jersey_id, jersey, ...vote }) => ({
    jersey: exchangedJersey(jersey_id, jersey as JerseyRow | null),
    ...vote,
  }));
}

async function readSubmissions(client: Client, userId: string): Promise<ExchangedSubmission[]> {
  const rows = await allRows((from, to) =>
    client
      .from("jerseys")
      .select(
        `${FACTS}, status, sponsor, edition, pattern, colors, product_codes, description, external_link, price, created_at, images:jersey_images(path, alt, licence)`,
      )
      .eq("author_id", userId)
      .is("jersey_images.suggestion_id", null)
      .order("created_at")
      .order("id")
      .range(from, to)
      .throwOnError(),
  );
  return rows.map(({ season, competition, ...row }) => ({
    ...row,
    ...exchangedJersey(row.id, { ...row, season, competition } as JerseyRow),
  }));
}
