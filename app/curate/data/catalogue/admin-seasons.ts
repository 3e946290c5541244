import { allRows } from "../../../shared/data/all-rows.ts";
import { adminTable } from "./admin-rows.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Database } from "../../../shared/data/database.types.ts";

const COLUMNS = "id, code, name, is_active, updated_at";

export type SeasonValues = Pick<
  Database["public"]["Tables"]["seasons"]["Insert"],
  "code" | "name" | "is_active"
>;

/** Seasons, newest first, inactive ones too. */
export function searchAdminSeasons(client: Client, text: string) {
  return allRows((from, to) =>
    client
      .from("seasons")
      .select(COLUMNS)
      .ilike("search_text", likePattern(text))
      .order("code", { ascending: false })
      .range(from, to)
      .throwOnError(),
  );
}

export type AdminSeason = Awaited<ReturnType<typeof searchAdminSeasons>>[number];

const table = adminTable<AdminSeason, SeasonValues>("seasons", COLUMNS);

export const readAdminSeason = table.read;

/** Adds a season, or changes the loaded version. */
export const saveSeason = table.save;
