import type { Client } from "../client.ts";

/** What has a page for each row. */
export const SITEMAP_KINDS = ["jerseys", "teams", "competitions"] as const;

export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/** As many rows as one answer of the backend holds. */
const CHUNK = 1_000;

/** The ids from `from` up to, not including, `to`: where everything is random, a fair share. */
export interface IdRange {
  from: string;
  to: string | undefined;
}

/** About how many pages of a kind there are; exactly where there are few. */
export async function roughCount(client: Client, kind: SitemapKind): Promise<number> {
  const { count } = await client
    .from(kind)
    .select("id", { count: "estimated", head: true })
    .throwOnError();
  return count ?? 0;
}

const READERS = {
  jerseys: (client: Client) =>
    client
      .from("jerseys")
      .select("id, team_slug, kit_type_slug, year, created_at, moderated_at")
      .eq("status", "approved")
      .eq("is_active", true),
  // A team has a page while its competition has one.
  teams: (client: Client) =>
    client
      .from("teams")
      .select("id, updated_at, competitions!inner(id)")
      .eq("is_active", true)
      .eq("competitions.is_active", true),
  competitions: (client: Client) =>
    client.from("competitions").select("id, updated_at").eq("is_active", true),
};

export interface SitemapRow {
  id: string;
  updated_at?: string;
  /** Of jerseys. */
  team_slug?: string;
  kit_type_slug?: string;
  year?: number | null;
  created_at?: string;
  moderated_at?: string | null;
}

/** The rows of a kind by id, a chunk at a time: each begins after the last, however many there are. */
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
  // The three tables have nothing in common that the client's types could tell.
  let query = READERS[kind as "competitions"](client).order("id").limit(CHUNK);
  query = after === undefined ? query.gte("id", from) : query.gt("id", after);
  if (to !== undefined) query = query.lt("id", to);
  const { data } = await query.throwOnError();
  return data;
}
