import { type Excerpt, keeperOf, type Search } from "../catalogue/admin-catalogue.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

const COLUMNS = "id, code, name, is_active, updated_at";

export type SeasonValues = Pick<
  Database["public"]["Tables"]["seasons"]["Insert"],
  "code" | "name" | "is_active"
>;

/** Seasons, the newest first, inactive ones too. */
export async function fetchSeasonsToKeep(client: Client, { text, length }: Search) {
  const { data: rows, count } = await client
    .from("seasons")
    .select(COLUMNS, { count: "exact" })
    .ilike("search_text", likePattern(text))
    .order("code", { ascending: false })
    .limit(length)
    .throwOnError();
  return { rows, count: count ?? rows.length } satisfies Excerpt<unknown>;
}

export type KeptSeason = Awaited<ReturnType<typeof fetchSeasonsToKeep>>["rows"][number];

const keeper = keeperOf<KeptSeason, SeasonValues>("seasons", COLUMNS);

export const readSeasonToKeep = keeper.read;

/** Adds a season, or changes the version that was loaded. */
export const saveSeason = keeper.save;
