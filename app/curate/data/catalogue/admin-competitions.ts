import { allRows } from "../../../shared/data/all-rows.ts";
import { adminTable } from "./admin-rows.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Database } from "../../../shared/data/database.types.ts";

const COLUMNS = "id, name, slug, league, sport, country, priority, is_active, updated_at";

export type CompetitionValues = Pick<
  Database["public"]["Tables"]["competitions"]["Insert"],
  "name" | "league" | "sport" | "country" | "is_active"
>;

/** Competitions, inactive ones too. */
export function searchAdminCompetitions(client: Client, text: string) {
  return allRows((from, to) =>
    client
      .from("competitions")
      .select(COLUMNS)
      .ilike("search_text", likePattern(text))
      .order("id")
      .range(from, to)
      .throwOnError(),
  );
}

export type AdminCompetition = Awaited<ReturnType<typeof searchAdminCompetitions>>[number];

const table = adminTable<AdminCompetition, CompetitionValues>("competitions", COLUMNS);

export const readAdminCompetition = table.read;

/** Adds a competition, or changes the loaded version. */
export const saveCompetition = table.save;
