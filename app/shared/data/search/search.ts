import { parseSearch } from "../../domain/search-query.ts";
import type { StoredSummary } from "../../domain/jersey.ts";
import type { League } from "../../domain/leagues.ts";
import type { Language } from "../../i18n/languages.ts";
import { SUMMARY } from "../jerseys/columns.ts";
import { readPopularTeams } from "./popular-teams.ts";
import { type FoundTeam, reader, type SearchSource, TEAMS } from "./read.ts";
import { readTeamKits, type TeamKits, teamMeant } from "./team-kits.ts";

export interface FoundCompetition {
  id: string;
  name: string;
  slug: string;
  league: League;
  country: string | null;
}

export interface Found {
  jerseys: StoredSummary[];
  teams: FoundTeam[];
  competitions: FoundCompetition[];
  /** What a team wore at the time that the query names: "om 1993". */
  kits?: TeamKits;
  /** Teams to try instead, if nothing was found. */
  suggestions?: FoundTeam[];
  /** The teams with the most jerseys, if no name is similar either. */
  popular?: FoundTeam[];
}

type Kind = "jerseys" | "teams" | "competitions";

/** The most results of each kind; `kits`: of a team and time. */
type SearchLimits = Record<Kind | "kits", number>;

export interface SearchRequest {
  query: string;
  /** The reader's language: what its readers call a team comes first. */
  lang: Language;
  limits: SearchLimits;
}

export const NOTHING: Found = { jerseys: [], teams: [], competitions: [] };

/** The found jerseys that aren't among those of the time asked for: each is shown once. */
export function otherJerseys({ jerseys, kits }: Found): StoredSummary[] {
  const shown = new Set(kits?.jerseys.map(({ id }) => id));
  return jerseys.filter(({ id }) => !shown.has(id));
}

/** The number of results, each counted once. */
export function countFound(found: Found): number {
  const { teams, competitions, kits } = found;
  const jerseys = otherJerseys(found).length + (kits?.jerseys.length ?? 0);
  return jerseys + teams.length + competitions.length;
}

/** How many teams are suggested where nothing was found. */
const SUGGESTIONS = 4;

/**
 * Finds jerseys, teams and competitions by the words of a query (see
 * supabase/migrations/…_search.sql), and what a team wore at a time. Plain requests without the
 * client library, so that visitors who only search never load it.
 */
export async function searchCatalogue(
  source: SearchSource,
  { query, lang, limits }: SearchRequest,
  signal?: AbortSignal,
): Promise<Found> {
  const parsed = parseSearch(query, new Date().getFullYear());
  const read = reader(source, signal);
  const [jerseys, teams, competitions] = await Promise.all([
    read<StoredSummary>("search_jerseys", { query, max_results: limits.jerseys, ...JERSEYS }),
    read<FoundTeam>("search_teams", {
      query: parsed?.team ?? query,
      max_results: limits.teams,
      lang,
      ...TEAMS,
    }),
    read<FoundCompetition>("search_competitions", {
      query,
      max_results: limits.competitions,
      ...COMPETITIONS,
    }),
  ]);
  if (jerseys.length + teams.length + competitions.length === 0) {
    const about = { query: parsed?.team ?? query, max_results: SUGGESTIONS };
    const suggestions = await read<FoundTeam>("suggest_teams", { ...about, ...TEAMS });
    if (suggestions.length > 0) return { ...NOTHING, suggestions };
    return { ...NOTHING, popular: await readPopularTeams(read) };
  }
  const team = parsed?.years && teamMeant(parsed.team, teams, jerseys);
  if (!team) return { jerseys, teams, competitions };
  const kits = await readTeamKits(read, team, parsed, limits.kits);
  return { jerseys, teams, competitions, kits };
}

const JERSEYS = { select: SUMMARY, "images.order": "position", "images.limit": "1" };
const COMPETITIONS = { select: "id, name, slug, league, country" };
