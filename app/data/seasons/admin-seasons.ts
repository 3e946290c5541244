import { type RowPage, adminTable, type RowSearch } from "../catalogue/admin-rows.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

const COLUMNS = "id, code, name, is_active, updated_at";

export type SeasonValues = Pick<
  Database["public"]["Tables"]["seasons"]["Insert"],
  "code" | "name" | "is_active"
>;

/** Seasons, newest first, inactive ones too. */
export async function searchAdminSeasons(client: Client, { text, length }: RowSearch) {
  const { data: rows, count } = await client
    .from("seasons")
    .select(COLUMNS, { count: "exact" })
    .ilike("search_text", likePattern(text))
    .order("code", { ascending: false })
    .limit(length)
    .throwOnError();
  return { rows, count: count ?? rows.length } satisfies RowPage<unknown>;
}

export type AdminSeason = Awaited<ReturnType<typeof searchAdminSeasons>>["rows"][number];

const table = adminTable<AdminSeason, SeasonValues>("seasons", COLUMNS);

export const readAdminSeason = table.read;

/** Adds a season, or changes the loaded version. */
export const saveSeason = table.save;
