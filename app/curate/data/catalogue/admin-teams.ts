import { z } from "zod";

import { allRows } from "../../../shared/data/all-rows.ts";
import { adminTable } from "./admin-rows.ts";
import { COUNTRY_CODES, NATION_CODES } from "../../../shared/domain/country-codes.ts";
import { fold } from "../../../shared/domain/slug.ts";
import { countryName } from "../../../shared/i18n/countries.ts";
import { LANGUAGES } from "../../../shared/i18n/languages.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Database } from "../../../shared/data/database.types.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";

const COLUMNS =
  "id, name, short_name, slug, city, country, founded_year, colors, is_active, competition_id, updated_at, competition:competitions(name, slug, league)";

/** Shorter texts are part of too many countries' names. */
const SHORTEST_COUNTRY = 3;

/**
 * The French names of the countries that a text names in any language: the catalogue stores national
 * teams under them.
 */
export function frenchNamesOf(text: string): string[] {
  const folded = fold(text.trim());
  if (folded.length < SHORTEST_COUNTRY) return [];
  return [...COUNTRY_CODES, ...NATION_CODES]
    .filter((code) => LANGUAGES.some((lang) => fold(countryName(code, lang)!).includes(folded)))
    .map((code) => countryName(code, "fr")!);
}

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

/**
 * Teams, inactive ones too: by their name, a national team's in any language, and by their other
 * names.
 */
export async function searchAdminTeams(client: Client, text: string): Promise<AdminTeam[]> {
  const [named, alsoNamed, jerseys] = await Promise.all([
    teamsByName(client, text),
    text === "" ? [] : teamsByAlias(client, text),
    jerseysByTeam(client),
  ]);
  return [...new Map([...named, ...alsoNamed].map((team) => [team.id, team])).values()].map(
    (team) => ({ ...team, jerseys: jerseys.get(team.id) ?? 0 }),
  );
}

/** So many teams are offered: a name finds few. */
const OFFERED = 6;

/** Of those that a text finds: most are of another league or country. */
const SEARCHED = 100;

/** The teams into which one can be merged, the likeliest first: of its league, and of no other country. */
export async function searchMergeTargets(
  client: Client,
  { id, country, competition: { league } }: AdminTeam,
  query: string,
): Promise<AdminTeam[]> {
  const [{ data }, jerseys] = await Promise.all([
    client
      .rpc("search_teams", { query, max_results: SEARCHED }, { get: true })
      .select(COLUMNS)
      .throwOnError(),
    jerseysByTeam(client),
  ]);
  return data
    .filter(
      (team) =>
        team.id !== id &&
        team.competition.league === league &&
        (!team.country || !country || team.country === country),
    )
    .slice(0, OFFERED)
    .map((team) => ({ ...team, jerseys: jerseys.get(team.id) ?? 0 }));
}

/** The number of public jerseys by team; teams without one are missing. */
async function jerseysByTeam(client: Client): Promise<Map<string, number>> {
  const rows = await allRows((from, to) =>
    client
      .from("jersey_counts")
      .select("key, jerseys")
      .eq("kind", "team")
      .order("key")
      .range(from, to)
      .throwOnError(),
  );
  return new Map(rows.map(({ key, jerseys }) => [key!, jerseys!]));
}

function teamsByName(client: Client, text: string) {
  const names = [text, ...frenchNamesOf(text)]
    .map((name) => `search_text.ilike.${JSON.stringify(likePattern(name))}`)
    .join();
  return allRows((from, to) =>
    client.from("teams").select(COLUMNS).or(names).order("id").range(from, to).throwOnError(),
  );
}

export type AdminTeam = Awaited<ReturnType<typeof teamsByName>>[number] & {
  /** The number of public ones; lists only. */
  jerseys?: number;
};

function teamsByAlias(client: Client, text: string) {
  return allRows((from, to) =>
    client
      .from("teams")
      .select(`${COLUMNS}, team_aliases!inner()`)
      .ilike("team_aliases.folded", likePattern(text))
      .order("id")
      .range(from, to)
      .throwOnError(),
  );
}

/** How much moves with a merged team, and how many suggestions about it end. */
export type MergedCounts = z.infer<typeof mergedCounts>;
const mergedCounts = z.object({
  jerseys: z.number(),
  entries: z.number(),
  names: z.number(),
  suggestions: z.number(),
});

/** Merges a team into another; as a preview, nothing changes. */
export async function mergeTeams(
  client: Client,
  teams: { from_id: string; into_id: string; preview: boolean },
): Promise<MergedCounts> {
  const { data } = await client.rpc("merge_teams", teams).throwOnError();
  return parseAnswer(mergedCounts, data);
}

const table = adminTable<AdminTeam, TeamValues>("teams", COLUMNS);

export const readAdminTeam = table.read;

/** Adds a team, or changes the loaded version. */
export const saveTeam = table.save;
