import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { SHORTEST_QUERY } from "../../shared/domain/search-text.ts";
import {
  type FoundCompetition,
  type FoundTeam,
  reader,
  type SearchSource,
} from "../../shared/data/search/read.ts";
import {
  type ColorsAndTime,
  countFound,
  otherJerseys,
  type Found,
  NOTHING,
  searchCatalogue,
} from "../../shared/data/search/search.ts";
import { competitionName, localJerseys, teamName } from "../../shared/i18n/catalogue-names.ts";
import { cityName } from "../../shared/i18n/places.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { decadeOf, type KitCount } from "../domain/kit-timeline.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";
import type { League } from "../../shared/domain/leagues.ts";
import { jerseysShown, MOST, SHOW_PARAM, STEP } from "../domain/shown-results.ts";
import { resultsPath } from "./query-param.ts";

const TILES = 12;
/** Jerseys of a team and time: two rows of the grid. */
const KITS = 8;

export interface ResultsPage {
  query: string;
  /** The number of results, each counted once. */
  total: number;
  jerseys: JerseySummary[];
  teams: Tile[];
  competitions: FoundCompetition[];
  /** What a team wore at the time that the query names. */
  kits?: KitsOfTime | undefined;
  /** The season's page that the query names. */
  wall?: { name: string; competitionId: string; season: string; league: League } | undefined;
  /** The colours and the time that the query names, with the nearest jerseys where there is none. */
  colored?: ColoredPage | undefined;
  /** How many jerseys the team has that the query names, in all and by decade. */
  ofTeam?: OfTeam | undefined;
  /** The words that found this, where not all of them did. */
  instead?: Found["instead"];
  /** What comes first, if the words name it. */
  named?: Found["named"];
  /** Teams to try instead, if nothing was found. */
  suggestions: Tile[];
  /** The teams with the most jerseys, if no name is similar either. */
  popular: Tile[];
  /** Address of the same page with more jerseys, if there may be more. */
  more?: string | undefined;
}

export interface Tile {
  id: string;
  name: string;
  city: string | null;
  colors: string[];
  league: League;
}

export interface ColoredPage extends Omit<ColorsAndTime, "nearest"> {
  nearest: JerseySummary[];
}

export interface OfTeam {
  name: string;
  slug: string;
  total: number;
  /** The newest first; none if all are of one decade. */
  decades: { from: number; jerseys: number }[];
}

export interface KitsOfTime {
  team: Tile;
  years: { from: number; to: number };
  jerseys: JerseySummary[];
  isExact: boolean;
  areOtherKits: boolean;
  /** The decade of the team's timeline that shows them. */
  decade: number;
  season?: { id: string; name: string } | undefined;
  kitType?: KitType | undefined;
}

/** Reads the results page. Names are in the language of the page. */
export async function readResults(
  source: SearchSource,
  { query, params, lang }: { query: string; params: URLSearchParams; lang: Language },
): Promise<ResultsPage> {
  const shown = jerseysShown(params);
  const found: Found =
    query.length < SHORTEST_QUERY
      ? NOTHING
      : await searchCatalogue(source, {
          query,
          lang,
          limits: { jerseys: shown, teams: TILES, competitions: TILES, kits: KITS },
        });
  const { team, kits, colored } = found;
  const mayBeMore = found.jerseys.length === shown && shown < MOST;
  return {
    query,
    total: countFound(found),
    jerseys: localJerseys(otherJerseys(found), lang),
    teams: tiles(found.teams, lang),
    kits: kits && {
      ...kits,
      decade: decadeOf(kits.years.from),
      team: tile(kits.team, lang),
      jerseys: localJerseys(kits.jerseys, lang),
    },
    colored: colored && { ...colored, nearest: localJerseys(colored.nearest, lang) },
    // A time has its own way to all of the team's.
    ofTeam: team && !kits ? await readOfTeam(source, team, lang) : undefined,
    wall: found.wall && {
      name: `${competitionName(found.wall.competition, lang)} ${seasonInWords(found.wall.season.name, lang)}`,
      competitionId: found.wall.competition.id,
      season: found.wall.season.code,
      league: found.wall.competition.league,
    },
    instead: found.instead,
    named: found.named,
    suggestions: tiles(found.suggestions, lang),
    popular: tiles(found.popular, lang),
    competitions: found.competitions.map((competition) => ({
      ...competition,
      name: competitionName(competition, lang),
      country: countryName(competition.country, lang),
    })),
    more: mayBeMore ? `${resultsPath(query, lang)}&${SHOW_PARAM}=${shown + STEP}` : undefined,
  };
}

async function readOfTeam(
  source: SearchSource,
  { id, slug, ...team }: FoundTeam,
  lang: Language,
): Promise<OfTeam | undefined> {
  const kits = await reader(source)<KitCount>("team_kits", { team_id: id });
  const byDecade = new Map<number, number>();
  let total = 0;
  for (const { year, jerseys } of kits) {
    const decade = decadeOf(year);
    byDecade.set(decade, (byDecade.get(decade) ?? 0) + jerseys);
    total += jerseys;
  }
  if (total === 0) return undefined;
  const decades = [...byDecade].map(([from, jerseys]) => ({ from, jerseys }));
  return {
    name: teamName(team, team.competition, lang),
    slug,
    total,
    decades: decades.length > 1 ? decades.toSorted((one, other) => other.from - one.from) : [],
  };
}

function tiles(teams: FoundTeam[] = [], lang: Language): Tile[] {
  return teams.map((team) => tile(team, lang));
}

function tile({ id, name, city, country, colors, competition }: FoundTeam, lang: Language): Tile {
  return {
    id,
    name: teamName({ name, country }, competition, lang),
    city: cityName({ city, country }, lang),
    colors,
    league: competition?.league ?? "SOCCER",
  };
}
