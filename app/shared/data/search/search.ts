import { colorsNamed, isNamed } from "../../domain/named.ts";
import { parseSearch, type SearchQuery, withWholeYear } from "../../domain/search-query.ts";
import type { Color } from "../../domain/colors.ts";
import type { StoredSummary } from "../../domain/jersey.ts";
import type { KitType } from "../../domain/kit-types.ts";
import type { Language } from "../../i18n/languages.ts";
import { SUMMARY } from "../jerseys/columns.ts";
import { readPopularTeams } from "./popular-teams.ts";
import {
  type FoundCompetition,
  type FoundTeam,
  type Read,
  reader,
  type SearchSource,
  TEAMS,
} from "./read.ts";
import { words } from "../../domain/words.ts";
import { namesOf, readTeamKits, type TeamKits, teamMeant } from "./team-kits.ts";
import { readWall, type SeasonFound } from "./season-found.ts";

export interface Found {
  jerseys: StoredSummary[];
  teams: FoundTeam[];
  competitions: FoundCompetition[];
  /** What a team wore at the time that the query names: "om 1993". */
  kits?: TeamKits | undefined;
  /** The season of a competition that the query names: "ligue 1 2024". */
  wall?: SeasonFound | undefined;
  /** The colours and the time that the query names, and nothing else: "maillot vert 1976". */
  colored?: ColorsAndTime | undefined;
  /** The team that the words name. */
  team?: FoundTeam | undefined;
  /** What the words name: it comes first, and teams and competitions before jerseys. */
  named?: "team" | "competition" | undefined;
  /** Teams to try instead, if nothing was found. */
  suggestions?: FoundTeam[];
  /** The teams with the most jerseys, if no name is similar either. */
  popular?: FoundTeam[];
}

export interface ColorsAndTime {
  colors: Color[];
  years: { from: number; to: number };
  kitType?: KitType | undefined;
  /** Those of the decade, if none is of the year. */
  nearest: StoredSummary[];
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
  const { teams, competitions, kits, wall, colored } = found;
  const jerseys = otherJerseys(found).length + (kits?.jerseys.length ?? 0);
  const nearest = colored?.nearest.length ?? 0;
  return jerseys + nearest + teams.length + competitions.length + (wall ? 1 : 0);
}

/** How many teams are suggested where nothing was found. */
const SUGGESTIONS = 4;
/** Words that are looked up one by one then. */
const MOST_WORDS = 4;

/**
 * Finds jerseys, teams and competitions by the words of a query (see
 * supabase/migrations/…_search.sql), and what a team wore at a time. Plain requests without the
 * client library, so that visitors who only search never load it.
 */
export async function searchCatalogue(
  source: SearchSource,
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<Found> {
  const read = reader(source, signal);
  const thisYear = new Date().getFullYear();
  const found = await searchOnce(read, request, thisYear);
  const longer = withWholeYear(request.query, thisYear);
  if (!longer || found.named) return found;
  const ofYear = await searchOnce(read, { ...request, query: longer }, thisYear);
  return ofYear.kits || ofYear.wall || ofYear.colored ? ofYear : found;
}

async function searchOnce(
  read: Read,
  { query, lang, limits }: SearchRequest,
  thisYear: number,
): Promise<Found> {
  const parsed = parseSearch(query, thisYear);
  const name = parsed?.team ?? query;
  const [jerseys, teams, competitions] = await Promise.all([
    read<StoredSummary>("search_jerseys", { query, max_results: limits.jerseys, ...JERSEYS }),
    read<FoundTeam>("search_teams", {
      query: name,
      max_results: limits.teams,
      lang,
      ...TEAMS,
    }),
    read<FoundCompetition>("search_competitions", {
      query: name,
      max_results: limits.competitions,
      ...COMPETITIONS,
    }),
  ]);
  const team = teams.find((one) => isNamed(namesOf(one), name));
  const colors = team ? [] : colorsNamed(name);
  if (parsed?.years && colors.length > 0) {
    const nearest = jerseys.length > 0 ? [] : await readDecade(read, parsed, limits.kits);
    const { years, kitType } = parsed;
    return { ...NOTHING, jerseys, colored: { colors, years, kitType, nearest } };
  }
  if (jerseys.length + teams.length + competitions.length === 0) {
    const about = { query: name, max_results: SUGGESTIONS };
    const [named, similar] = await Promise.all([
      teamsAmong(read, name, lang),
      read<FoundTeam>("suggest_teams", { ...about, ...TEAMS }),
    ]);
    const suggestions = named.length > 0 ? named : similar;
    if (suggestions.length > 0) return { ...NOTHING, suggestions };
    return { ...NOTHING, popular: await readPopularTeams(read) };
  }
  const competition = competitions.find(({ name: known }) => isNamed([known], name));
  const found: Found = {
    jerseys,
    teams,
    competitions,
    team,
    named: team ? "team" : competition && "competition",
  };
  if (!parsed?.years) return found;
  const wall = competition && (await readWall(read, competition, parsed));
  const meant = wall ? undefined : teamMeant(parsed.team, teams, jerseys);
  return { ...found, wall, kits: meant && (await readTeamKits(read, meant, parsed, limits.kits)) };
}

/** Teams that a single one of some words names: that of "juventus pirlo". */
async function teamsAmong(read: Read, text: string, lang: Language): Promise<FoundTeam[]> {
  const each = words(text).slice(0, MOST_WORDS);
  if (each.length < 2) return [];
  const found = await Promise.all(
    each.map(async (word) => {
      const teams = await read<FoundTeam>("search_teams", {
        query: word,
        max_results: 1,
        lang,
        ...TEAMS,
      });
      return teams.filter((team) => isNamed(namesOf(team), word));
    }),
  );
  return [...new Map(found.flat().map((team) => [team.id, team])).values()];
}

/** The jerseys of the decade of a year, for words that found none of that year. */
async function readDecade(read: Read, { team: sought, years }: SearchQuery, limit: number) {
  const { from, to } = years!;
  if (from !== to) return [];
  const query = `${sought} ${from - (from % 10)}s`;
  return read<StoredSummary>("search_jerseys", { query, max_results: limit, ...JERSEYS });
}

const JERSEYS = { select: SUMMARY, "images.order": "position", "images.limit": "1" };
const COMPETITIONS = { select: "id, name, slug, league, country" };
