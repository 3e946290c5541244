import type { Client } from "../../../shared/data/client.ts";

/** The kinds of rows that have a page each. */
export const SITEMAP_KINDS = ["jerseys", "teams", "competitions", "seasons", "brands"] as const;

export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/** Rows per answer of the backend. */
const CHUNK = 1_000;

/**
 * The ids from `from` up to, not including, `to`. Ids are random, so equal ranges have about
 * equally many rows.
 */
export interface IdRange {
  from: string;
  to: string | undefined;
}

/** About how many pages of a kind there are; exact for small numbers. */
export async function roughCount(client: Client, kind: SitemapKind): Promise<number> {
  const options = { count: "estimated", head: true } as const;
  const { count } =
    kind === "seasons"
      ? await client.rpc("season_walls", undefined, options).throwOnError()
      : await client.from(kind).select("id", options).throwOnError();
  return count ?? 0;
}

const READERS = {
  jerseys: (client: Client) =>
    client
      .from("jerseys")
      .select("id, team_slug, kit_type_slug, year, created_at, moderated_at")
      .eq("status", "approved")
      .eq("is_active", true),
  // A team has a page as long as its competition has one.
  teams: (client: Client) =>
    client
      .from("teams")
      .select("id, updated_at, competitions!inner(id)")
      .eq("is_active", true)
      .eq("competitions.is_active", true),
  competitions: (client: Client) =>
    client.from("competitions").select("id, updated_at").eq("is_active", true),
  // Seasons of competitions; the id begins with the competition's.
  seasons: (client: Client) =>
    client.rpc("season_walls", undefined, { get: true }).select("id, competition_id, code"),
  // The page of a brand without jerseys isn't for search engines.
  brands: (client: Client) =>
    client
      .from("brands")
      .select("id, updated_at, jerseys!inner(id)")
      .eq("jerseys.status", "approved")
      .eq("jerseys.is_active", true)
      .limit(1, { referencedTable: "jerseys" }),
};

export interface SitemapRow {
  id: string;
  updated_at?: string;
  /** For seasons only: their competition and code. */
  competition_id?: string;
  code?: string;
  /** For jerseys only. */
  team_slug?: string;
  kit_type_slug?: string;
  year?: number | null;
  created_at?: string;
  moderated_at?: string | null;
}

/** The rows of a kind by id, in chunks with keyset pagination. */
export async function* sitemapRows(
  client: Client,
  kind: SitemapKind,
  { from, to }: IdRange,
): AsyncGenerator<SitemapRow[]> {
  let after: string | undefined;
  for (;;) {
    const rows = await readChunk(client, kind, { from, to, after });
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    after = rows.at(-1)!.id;
  }
}

async function readChunk(
  client: Client,
  kind: SitemapKind,
  { from, to, after }: IdRange & { after: string | undefined },
): Promise<SitemapRow[]> {
  // The client's types can't express what the kinds have in common.
  let query = READERS[kind as "competitions"](client).order("id").limit(CHUNK);
  query = after === undefined ? query.gte("id", from) : query.gt("id", after);
  if (to !== undefined) query = query.lt("id", to);
  const { data } = await query.throwOnError();
  return data;
}
