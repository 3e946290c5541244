import { type RowPage, adminTable, type RowSearch } from "../catalogue/admin-rows.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

const COLUMNS = "id, name, slug, league, sport, country, priority, is_active, updated_at";

export type CompetitionValues = Pick<
  Database["public"]["Tables"]["competitions"]["Insert"],
  "name" | "league" | "sport" | "country" | "priority" | "is_active"
>;

/** Competitions by league and importance, inactive ones too. */
export async function searchAdminCompetitions(client: Client, { text, length }: RowSearch) {
  const { data: rows, count } = await client
    .from("competitions")
    .select(COLUMNS, { count: "exact" })
    .ilike("search_text", likePattern(text))
    .order("league")
    .order("priority", { ascending: false })
    .order("name")
    .limit(length)
    .throwOnError();
  return { rows, count: count ?? rows.length } satisfies RowPage<unknown>;
}

export type AdminCompetition = Awaited<ReturnType<typeof searchAdminCompetitions>>["rows"][number];

const table = adminTable<AdminCompetition, CompetitionValues>("competitions", COLUMNS);

export const readAdminCompetition = table.read;

/** Adds a competition, or changes the loaded version. */
export const saveCompetition = table.save;
