import { type Excerpt, type Search, type Version, changed } from "../catalogue/keeping.ts";
import { likePattern } from "../../lib/like-pattern.ts";
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

export async function readSeasonToKeep(client: Client, id: string): Promise<KeptSeason | null> {
  const { data } = await client
    .from("seasons")
    .select(COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Adds a season, or changes the version that was loaded. */
export async function saveSeason(
  client: Client,
  values: SeasonValues,
  loaded?: Version,
): Promise<KeptSeason> {
  if (!loaded) {
    const { data } = await client
      .from("seasons")
      .insert(values)
      .select(COLUMNS)
      .single()
      .throwOnError();
    return data;
  }
  const { data } = await client
    .from("seasons")
    .update(values)
    .eq("id", loaded.id)
    .eq("updated_at", loaded.updated_at)
    .select(COLUMNS)
    .maybeSingle()
    .throwOnError();
  return changed(data);
}
