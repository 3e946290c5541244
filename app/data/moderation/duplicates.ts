import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import type { QueuedJersey } from "./queue.ts";
import { moderationKeys } from "./keys.ts";

const COLUMNS =
  "id, title, team, team_slug, kit_type, kit_type_slug, colors, year, league, status, brand, edition, upvotes, downvotes, created_at, competition:competitions(name, slug), season:seasons(name), author:profiles(username, display_name), teams(colors, country, competition:competitions(slug)), images:jersey_images(path)";

/** Few: an administrator looks at each. */
const MOST = 4;

/**
 * Jerseys that may be duplicates: with a similar picture, or of the same team and kit type in the
 * same season or year.
 */
export function likelyDuplicates(jersey: QueuedJersey) {
  return queryOptions({
    queryKey: moderationKeys.duplicates(jersey.id),
    queryFn: async () => fetchDuplicates(await browserClient(), jersey),
  });
}

async function fetchDuplicates(client: Client, jersey: QueuedJersey) {
  const [pictures, kits] = await Promise.all([
    fetchSamePictures(client, jersey.id),
    fetchSameKits(client, jersey),
  ]);
  const all = new Map([...pictures, ...kits].map((other) => [other.id, other]));
  return [...all.values()].map((other) => ({
    ...other,
    samePicture: pictures.some(({ id }) => id === other.id),
    sameKit: kits.some(({ id }) => id === other.id),
  }));
}

async function fetchSamePictures(client: Client, id: string) {
  const { data: near } = await client.rpc("same_pictures", { jersey_id: id }).throwOnError();
  const ids = near.flatMap(({ other_id }) => other_id ?? []);
  if (ids.length === 0) return [];
  const { data } = await client
    .from("jerseys")
    .select(COLUMNS)
    .in("id", ids)
    .is("jersey_images.edit_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .throwOnError();
  return data.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

async function fetchSameKits(client: Client, jersey: QueuedJersey) {
  const sameTime = [`season_id.eq.${jersey.season_id}`];
  if (jersey.year !== null) sameTime.push(`year.eq.${jersey.year}`);
  const { data } = await client
    .from("jerseys")
    .select(COLUMNS)
    .eq("team_slug", jersey.team_slug)
    .eq("kit_type_slug", jersey.kit_type_slug)
    .or(sameTime.join(","))
    .neq("id", jersey.id)
    .neq("status", "rejected")
    .is("jersey_images.edit_id", null)
    .order("score", { ascending: false })
    .order("position", { referencedTable: "jersey_images" })
    .limit(MOST)
    .throwOnError();
  return data;
}

export type LikelyDuplicate = Awaited<ReturnType<typeof fetchDuplicates>>[number];

/** Undoes an author's changes after the decision. */
export async function revertJersey(client: Client, id: string): Promise<void> {
  await client.rpc("revert_jersey", { jersey_id: id }).throwOnError();
}

/** A member's submissions so far, by status. */
export function authorHistory(authorId: string) {
  return queryOptions({
    queryKey: moderationKeys.history(authorId),
    queryFn: async () => {
      const client = await browserClient();
      const count = async (status: QueuedJersey["status"]) => {
        const { count: found } = await client
          .from("jerseys")
          .select("id", { count: "exact", head: true })
          .eq("author_id", authorId)
          .eq("status", status)
          .throwOnError();
        return found ?? 0;
      };
      const [approved, rejected] = await Promise.all([count("approved"), count("rejected")]);
      return { approved, rejected };
    },
  });
}
