import { type Cursor, cursorText } from "../../address/cursor.ts";
import type { JerseySummary } from "../../domain/jersey.ts";
import type { KitType } from "../../domain/kit-types.ts";
import type { League } from "../../domain/leagues.ts";
import type { Page } from "../../domain/page.ts";
import type { Client } from "../client.ts";
import { SUMMARY } from "./columns.ts";

/** How many jerseys one page of a list holds: full rows in two, three and four columns. */
export const PAGE_SIZE = 24;

/** Which jerseys a list shows; what is left out doesn't matter. */
export interface JerseyFilter {
  league?: League;
  competitionId?: string;
  teamId?: string;
  teamSlug?: string;
  kitType?: KitType;
  year?: number;
}

const COLUMNS = {
  league: "league",
  competitionId: "competition_id",
  teamId: "team_id",
  teamSlug: "team_slug",
  kitType: "kit_type",
  year: "year",
} as const satisfies Record<keyof JerseyFilter, string>;

/**
 * Public jerseys by score, those that follow `after`. A page begins after a row instead of at a
 * number, so that the thousandth costs what the first does and none is skipped or shown twice
 * when a vote moves others.
 */
export async function jerseyPage(
  client: Client,
  filter: JerseyFilter,
  after: Cursor | undefined,
  size = PAGE_SIZE,
): Promise<Page<JerseySummary>> {
  // One more tells whether there is another page.
  const rows = await following(client, filter, after, size + 1);
  const items = rows.slice(0, size);
  const last = items.at(-1);
  const more = rows.length > size && last;
  return {
    items,
    after: after ? cursorText(after) : null,
    next: more ? cursorText({ value: String(last.score), id: last.id }) : null,
  };
}

/**
 * Tens of thousands may have the same score. No single filter of PostgREST lets the index begin in
 * their midst, so the rest of them are asked for first, and what scores less only where there is room.
 */
async function following(
  client: Client,
  filter: JerseyFilter,
  after: Cursor | undefined,
  limit: number,
): Promise<JerseySummary[]> {
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
  let query = client
    .from("jerseys")
    .select(SUMMARY)
    .eq("status", "approved")
    .eq("is_active", true)
    .order("score", { ascending: false })
    .order("id", { ascending: false })
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .limit(limit);
  for (const [name, column] of Object.entries(COLUMNS)) {
    const value = filter[name as keyof JerseyFilter];
    if (value !== undefined) query = query.eq(column, value);
  }
  return query;
}
