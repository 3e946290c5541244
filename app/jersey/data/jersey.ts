import type { Client } from "../../shared/data/client.ts";
import { JERSEY_FIELDS } from "../../shared/domain/facts/jersey.ts";

const DETAIL =
  `id, author_id, ${JERSEY_FIELDS}, team_slug, kit_type_slug, score, upvotes, downvotes, status, is_active, moderation_note, created_at, images:jersey_images(path, alt, kind, licence, contributor_id, contributor:profiles(username, display_name)), teams(name, colors, country, competition:competitions(slug)), competitions(name, slug), seasons(name, code), brands(name), profiles(username, display_name)` as const;

/** A jersey with everything on its page; null if this client may not see it. */
export async function readJersey(client: Client, id: string) {
  const { data } = await client
    .from("jerseys")
    .select(DETAIL)
    .eq("id", id)
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .maybeSingle()
    .throwOnError();
  return data;
}

export type JerseyDetail = NonNullable<Awaited<ReturnType<typeof readJersey>>>;

/** The values in the address of a public jersey. */
export async function readJerseyAddress(client: Client, id: string) {
  const { data } = await client
    .from("jerseys")
    .select("id, team_slug, kit_type_slug, year")
    .eq("id", id)
    .eq("status", "approved")
    .eq("is_active", true)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** What a removed jersey was. The words are null if they were the reason. */
export interface RemovedJersey {
  title: string | null;
  team: string | null;
  season: string | null;
  removed_at: string;
  reason: string;
}

/** What a removed jersey was, when it was removed and why; null if it wasn't. */
export async function readRemovedJersey(client: Client, id: string): Promise<RemovedJersey | null> {
  const of = { jersey_id: id };
  const was = await client.rpc("removed_jersey", of).throwOnError();
  // Most addresses that show no jersey never had one.
  if (!was.data[0]) return null;
  const why = await client.rpc("removal_reason", of).throwOnError();
  // The schema doesn't declare a function's columns as not null.
  return why.data[0] ? ({ ...was.data[0], ...why.data[0] } as RemovedJersey) : null;
}

/** The address of the jersey into which another was merged; null if it wasn't merged. */
export async function readMergedAddress(client: Client, id: string) {
  const { data } = await client
    .from("jersey_redirects")
    .select("jersey:jerseys(id, team_slug, kit_type_slug, year)")
    .eq("from_id", id)
    .maybeSingle()
    .throwOnError();
  return data?.jersey ?? null;
}
