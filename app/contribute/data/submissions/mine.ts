import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { submissionKeys } from "./keys.ts";

const COLUMNS =
  "id, title, league, team, team_slug, kit_type, kit_type_slug, year, upvotes, downvotes, score, status, is_active, moderation_note, edited_at, created_at, teams(colors, country, competition:competitions(slug)), images:jersey_images(path)";

/** A jersey in its author's list. */
export type MySubmission = Awaited<ReturnType<typeof fetchMine>>["jerseys"][number];

/** The member's newest `length` submissions, of any status. */
export function mySubmissions(userId: string, length: number) {
  return queryOptions({
    queryKey: submissionKeys.list(userId, length),
    queryFn: async () => fetchMine(await browserClient(), userId, length),
    placeholderData: keepPreviousData,
  });
}

/** What became of a jersey that was merged, or left the catalogue. */
type Fate =
  /** The jersey that stays. */
  | {
      kind: "merged";
      into: {
        id: string;
        title: string;
        team_slug: string;
        kit_type_slug: string;
        year: number | null;
      };
    }
  | { kind: "removed"; reason: string }
  /** By an administrator, for the moment. */
  | { kind: "hidden" };

async function readFates(client: Client, ids: string[]): Promise<Map<string, Fate>> {
  if (ids.length === 0) return new Map();
  const { data: redirects } = await client
    .from("jersey_redirects")
    .select("from_id, into:jerseys(id, title, team_slug, kit_type_slug, year)")
    .in("from_id", ids)
    .throwOnError();
  const merged = new Map(redirects.map(({ from_id, into }) => [from_id, into]));
  const fateOf = async (id: string): Promise<[string, Fate]> => {
    const into = merged.get(id);
    if (into) return [id, { kind: "merged", into }];
    // Few jerseys are removed.
    const { data } = await client.rpc("removal_reason", { jersey_id: id }).throwOnError();
    const [removal] = data;
    return [id, removal?.reason ? { kind: "removed", reason: removal.reason } : { kind: "hidden" }];
  };
  return new Map(await Promise.all(ids.map(fateOf)));
}

async function fetchMine(client: Client, userId: string, length: number) {
  const { data, count } = await client
    .from("jerseys")
    .select(COLUMNS, { count: "exact" })
    .eq("author_id", userId)
    .order("created_at", { ascending: false })
    .order("id")
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .limit(length)
    .throwOnError();
  const fates = await readFates(
    client,
    data.filter(({ is_active }) => !is_active).map(({ id }) => id),
  );
  return {
    jerseys: data.map((jersey) => ({ ...jersey, fate: fates.get(jersey.id) ?? null })),
    count: count ?? data.length,
  };
}
