import { allRows } from "../../../shared/data/all-rows.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../../../shared/data/client.ts";

/** Seasons, newest first, inactive ones too. */
export function searchAdminSeasons(client: Client, text: string) {
  return allRows((from, to) =>
    client
      .from("seasons")
      .select("id, code, name")
      .ilike("search_text", likePattern(text))
      .order("code", { ascending: false })
      .range(from, to)
      .throwOnError(),
  );
}

/** Puts a hidden season into the public lists again. */
export async function showSeason(client: Client, id: string): Promise<void> {
  await client.from("seasons").update({ is_active: true }).eq("id", id).throwOnError();
}
