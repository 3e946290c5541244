import { type RowPage, adminTable, type RowSearch } from "../catalogue/admin-rows.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

const COLUMNS =
  "id, name, short_name, slug, city, country, founded_year, colors, is_active, competition_id, updated_at, competition:competitions(name, slug, league)";

export type TeamValues = Pick<
  Database["public"]["Tables"]["teams"]["Insert"],
  | "name"
  | "short_name"
  | "city"
  | "country"
  | "founded_year"
  | "colors"
  | "is_active"
  | "competition_id"
>;

/** Teams by name, inactive ones too. */
export async function searchAdminTeams(client: Client, { text, length }: RowSearch) {
  const { data: rows, count } = await client
    .from("teams")
    .select(COLUMNS, { count: "exact" })
    .ilike("search_text", likePattern(text))
    .order("name")
    .order("id")
    .limit(length)
    .throwOnError();
  return { rows, count: count ?? rows.length } satisfies RowPage<unknown>;
}

export type AdminTeam = Awaited<ReturnType<typeof searchAdminTeams>>["rows"][number];

const table = adminTable<AdminTeam, TeamValues>("teams", COLUMNS);

export const readAdminTeam = table.read;

/** Adds a team, or changes the loaded version. */
export const saveTeam = table.save;
