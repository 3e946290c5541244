import { type Cursor, cursorText } from "../../../shared/address/cursor.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
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
  kitType?: string;
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

/** By what a list is ordered, the highest first. Jerseys without a year end it. */
type Order = "score" | "year";

/** In the cursor of a jersey without a year. */
const NO_YEAR = -1;

/**
 * Public jerseys in an order, those after `after`. Keyset pagination: the thousandth page costs as
 * much as the first, and votes that move jerseys neither skip nor repeat one.
 */
export async function jerseyPage(
  client: Client,
  filter: JerseyFilter,
  {
    lang,
    after,
    by = "score",
    size = PAGE_SIZE,
  }: { lang: Language; after?: Cursor | undefined; by?: Order; size?: number },
): Promise<Page<JerseySummary>> {
  // One more row shows whether there is another page.
  const rows = await following(client, filter, by, after, size + 1);
  const items = localJerseys(rows.slice(0, size), lang);
  const last = items.at(-1);
  const more = rows.length > size && last;
  return {
    items,
    after: after ? cursorText(after) : null,
    next: more ? cursorText({ value: String(last[by] ?? NO_YEAR), id: last.id }) : null,
  };
}

/**
 * The jerseys after a cursor. Tens of thousands may have the same score, and no single PostgREST
 * filter lets an index scan start among them. So the rest of that score is read first, and lower
 * scores only if there is room. Years are the order of one team's jerseys, which are few.
 */
async function following(
  client: Client,
  filter: JerseyFilter,
  by: Order,
  after: Cursor | undefined,
  limit: number,
) {
  if (!after) return (await ranked(client, filter, by, limit).throwOnError()).data;
  const value = Number(after.value);
  const isLast = by === "year" && value === NO_YEAR;
  const rest = ranked(client, filter, by, limit).lt("id", after.id);
  const { data: equals } = await (isLast ? rest.is(by, null) : rest.eq(by, value)).throwOnError();
  if (isLast || equals.length === limit) return equals;
  const further = ranked(client, filter, by, limit - equals.length);
  const { data: lower } = await (
    by === "year" ? further.or(`year.lt.${value},year.is.null`) : further.lt(by, value)
  ).throwOnError();
  return [...equals, ...lower];
}

function ranked(client: Client, filter: JerseyFilter, by: Order, limit: number) {
  let query = source(client, filter.shownBy)
    .eq("status", "approved")
    .eq("is_active", true)
    // The index by score has the default order of nulls.
    .order(by, { ascending: false, ...(by === "year" && { nullsFirst: false }) })
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
