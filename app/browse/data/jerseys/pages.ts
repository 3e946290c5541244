import { type Cursor, cursorText } from "../../../shared/address/cursor.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import type { Page } from "../../../shared/domain/page.ts";
import { localJerseys } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";

/** Jerseys per page of a list: full rows in two, three and four columns. */
const PAGE_SIZE = 24;

/** The jerseys of a list; absent keys don't filter. */
export interface JerseyFilter {
  league?: League;
  competitionId?: string;
  teamId?: string;
  teamSlug?: string;
  brandId?: string;
  authorId?: string;
  kitType?: KitType;
  year?: number;
  /** A shelf that a member shows, in place of all jerseys (docs/product/show.md 27.1). */
  shownBy?: { username: string; shelf: "collection" | "wishes" };
}

const COLUMNS = {
  league: "league",
  competitionId: "competition_id",
  teamId: "team_id",
  teamSlug: "team_slug",
  brandId: "brand_id",
  authorId: "author_id",
  kitType: "kit_type",
  year: "year",
} as const satisfies Record<Exclude<keyof JerseyFilter, "shownBy">, string>;

/**
 * Public jerseys by score, those after `after`. Keyset pagination: the thousandth page costs as
 * much as the first, and votes that move jerseys neither skip nor repeat one.
 */
export async function jerseyPage(
  client: Client,
  filter: JerseyFilter,
  { lang, after, size = PAGE_SIZE }: { lang: Language; after?: Cursor | undefined; size?: number },
): Promise<Page<JerseySummary>> {
  // One more row shows whether there is another page.
  const rows = await following(client, filter, after, size + 1);
  const items = localJerseys(rows.slice(0, size), lang);
  const last = items.at(-1);
  const more = rows.length > size && last;
  return {
    items,
    after: after ? cursorText(after) : null,
    next: more ? cursorText({ value: String(last.score), id: last.id }) : null,
  };
}

/**
 * The jerseys after a cursor. Tens of thousands may have the same score, and no single PostgREST
 * filter lets an index scan start among them. So the rest of that score is read first, and lower
 * scores only if there is room.
 */
async function following(
  client: Client,
  filter: JerseyFilter,
  after: Cursor | undefined,
  limit: number,
) {
  if (!after) return (await ranked(client, filter, limit).throwOnError()).data;
  const score = Number(after.value);
  const { data: equals } = await ranked(client, filter, limit)
    .eq("score", score)
    .lt("id", after.id)
    .throwOnError();
  if (equals.length === limit) return equals;
  const { data: lower } = await ranked(client, filter, limit - equals.length)
    .lt("score", score)
    .throwOnError();
  return [...equals, ...lower];
}

function ranked(client: Client, filter: JerseyFilter, limit: number) {
  let query = source(client, filter.shownBy)
    .eq("status", "approved")
    .eq("is_active", true)
    .order("score", { ascending: false })
    .order("id", { ascending: false })
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .limit(limit);
  for (const [name, column] of Object.entries(COLUMNS)) {
    const value = filter[name as keyof typeof COLUMNS];
    if (value !== undefined) query = query.eq(column, value);
  }
  return query;
}

function source(client: Client, shownBy: JerseyFilter["shownBy"]) {
  if (!shownBy) return client.from("jerseys").select(SUMMARY);
  const { username, shelf } = shownBy;
  return client.rpc(`showcase_${shelf}`, { username }, { get: true }).select(SUMMARY);
}
