import { type Excerpt, type Search, type Version, changed } from "../catalogue/keeping.ts";
import { likePattern } from "../../lib/like-pattern.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

const COLUMNS =
  "id, name, short_name, slug, city, country, founded_year, colors, is_active, competition_id, updated_at, competition:competitions(name, league)";

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
export async function fetchTeamsToKeep(client: Client, { text, length }: Search) {
  const { data: rows, count } = await client
    .from("teams")
    .select(COLUMNS, { count: "exact" })
    .ilike("search_text", likePattern(text))
    .order("name")
    .order("id")
    .limit(length)
    .throwOnError();
  return { rows, count: count ?? rows.length } satisfies Excerpt<unknown>;
}

export type KeptTeam = Awaited<ReturnType<typeof fetchTeamsToKeep>>["rows"][number];

export async function readTeamToKeep(client: Client, id: string): Promise<KeptTeam | null> {
  const { data } = await client
    .from("teams")
    .select(COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Adds a team, or changes the version that was loaded. */
export async function saveTeam(
  client: Client,
  values: TeamValues,
  loaded?: Version,
): Promise<KeptTeam> {
  if (!loaded) {
    const { data } = await client
      .from("teams")
      .insert(values)
      .select(COLUMNS)
      .single()
      .throwOnError();
    return data;
  }
  const { data } = await client
    .from("teams")
    .update(values)
    .eq("id", loaded.id)
    .eq("updated_at", loaded.updated_at)
    .select(COLUMNS)
    .maybeSingle()
    .throwOnError();
  return changed(data);
}
