import { colorsNamed, isNamed } from "../../domain/named.ts";
import {
  parseSearch,
  type SearchQuery,
  withWholeYear,
  withYearWithin,
} from "../../domain/search-query.ts";
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
  /** The words that found this, without those that nothing is called by: "juventus" of "juventus pirlo". */
  instead?: { query: string; without: string } | undefined;
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
  /** If none is of the year: those of the decade, otherwise the nearest of any time. */
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
/** Jerseys of a colour among which the nearest to a year are. */
const ANY_YEAR = 40;

/**
 * Finds jerseys, teams and competitions by the words of a query (see
 * supabase/schemas/browse/search.sql), and what a team wore at a time. Plain requests without the
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
  if (longer && !found.named) {
    const ofYear = await searchOnce(read, { ...request, query: longer }, thisYear);
    if (ofYear.kits || ofYear.wall || ofYear.colored) return ofYear;
  }
  if (found.colored || countFound(found) > 0) return found;
  const query = withYearWithin(request.query, thisYear) ?? request.query;
  return searchInstead(read, { ...request, query }, thisYear);
}

/** What to offer where nothing was found: what a part of the words finds, otherwise teams. */
async function searchInstead(read: Read, request: SearchRequest, thisYear: number): Promise<Found> {
  const { query, lang } = request;
  const name = parseSearch(query, thisYear)?.team ?? query;
  const about = { query: name, max_results: SUGGESTIONS };
  const [named, similar] = await Promise.all([
    namingTeams(read, name, lang),
    read<FoundTeam>("suggest_teams", { ...about, ...TEAMS }),
  ]);
  const [only, ...others] = named;
  const instead = only && others.length === 0 ? withoutWords(query, name, only.words) : undefined;
  if (instead) {
    const found = await searchOnce(read, { ...request, query: instead.query }, thisYear);
    return { ...found, instead };
  }
  const suggestions = only ? named.map(({ team }) => team) : similar;
  if (suggestions.length > 0) return { ...NOTHING, suggestions };
  return { ...NOTHING, popular: await readPopularTeams(read) };
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
    const nearest = jerseys.length > 0 ? [] : await readNearest(read, parsed, colors, limits.kits);
    const { years, kitType } = parsed;
    return { ...NOTHING, jerseys, colored: { colors, years, kitType, nearest } };
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

interface Naming {
  team: FoundTeam;
  words: string[];
}

/** Teams that a single one of some words names, with those words: that of "juventus pirlo". */
async function namingTeams(read: Read, text: string, lang: Language): Promise<Naming[]> {
  // A number alone names no team, though some have one: "Darmstadt 98".
  const each = words(text)
    .filter((word) => !/^\d+$/.test(word))
    .slice(0, MOST_WORDS);
  if (each.length < 2) return [];
  const named = await Promise.all(
    each.map(async (word) => {
      const [team] = await read<FoundTeam>("search_teams", {
        query: word,
        max_results: 1,
        lang,
        ...TEAMS,
      });
      return team && isNamed(namesOf(team), word) ? [{ team, word }] : [];
    }),
  );
  return [...Map.groupBy(named.flat(), ({ team }) => team.id).values()].map((group) => ({
    team: group[0]!.team,
    words: group.map(({ word }) => word),
  }));
}

/** A query without the words of its name but these; undefined if none can be left out: "juventus-pirlo" is written as one. */
function withoutWords(query: string, name: string, naming: string[]): Found["instead"] {
  const others = new Set(words(name).filter((word) => !naming.includes(word)));
  const isLeft = (token: string) => !words(token).every((word) => others.has(word));
  const tokens = query.split(/\s+/);
  const without = tokens.filter((token) => !isLeft(token)).join(" ");
  return without === "" ? undefined : { query: tokens.filter(isLeft).join(" "), without };
}

/** The jerseys of the decade of a year, for words that found none of that year; otherwise the nearest of any. */
async function readNearest(
  read: Read,
  { team: sought, years }: SearchQuery,
  colors: readonly Color[],
  limit: number,
) {
  const { from, to } = years!;
  if (from !== to) return [];
  const ofDecade = await read<StoredSummary>("search_jerseys", {
    query: `${sought} ${from - (from % 10)}s`,
    max_results: limit,
    ...JERSEYS,
  });
  if (ofDecade.length > 0) return ofDecade;
  const ofAnyTime = await read<StoredSummary & { colors: Color[] }>("search_jerseys", {
    query: sought,
    max_results: ANY_YEAR,
    ...JERSEYS,
    select: `${SUMMARY}, colors`,
  });
  // Those of the main colour first, as the search has them.
  const isOther = ({ colors: [main] }: (typeof ofAnyTime)[number]) =>
    Number(!main || !colors.includes(main));
  const distance = ({ year }: StoredSummary) => Math.abs((year ?? Infinity) - from);
  return ofAnyTime
    .toSorted((one, other) => isOther(one) - isOther(other) || distance(one) - distance(other))
    .slice(0, limit);
}

const JERSEYS = { select: SUMMARY, "images.order": "position", "images.limit": "1" };
const COMPETITIONS = { select: "id, name, slug, league, country" };
