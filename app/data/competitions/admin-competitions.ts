import { type Excerpt, keeperOf, type Search } from "../catalogue/admin-catalogue.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

const COLUMNS = "id, name, slug, league, sport, country, priority, is_active, updated_at";

export type CompetitionValues = Pick<
  Database["public"]["Tables"]["competitions"]["Insert"],
  "name" | "league" | "sport" | "country" | "priority" | "is_active"
>;

/** Competitions by league and importance, inactive ones too. */
export async function fetchCompetitionsToKeep(client: Client, { text, length }: Search) {
  const { data: rows, count } = await client
    .from("competitions")
    .select(COLUMNS, { count: "exact" })
    .ilike("search_text", likePattern(text))
    .order("league")
    .order("priority", { ascending: false })
    .order("name")
    .limit(length)
    .throwOnError();
  return { rows, count: count ?? rows.length } satisfies Excerpt<unknown>;
}

export type KeptCompetition = Awaited<ReturnType<typeof fetchCompetitionsToKeep>>["rows"][number];

const keeper = keeperOf<KeptCompetition, CompetitionValues>("competitions", COLUMNS);

export const readCompetitionToKeep = keeper.read;

/** Adds a competition, or changes the version that was loaded. */
export const saveCompetition = keeper.save;
