import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { SHORTEST_QUERY } from "../../shared/domain/search-text.ts";
import {
  type FoundCompetition,
  type FoundTeam,
  type SearchSource,
} from "../../shared/data/search/read.ts";
import {
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
import { href } from "../../shared/address/paths.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { decadeOf } from "../domain/kit-timeline.ts";
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

export interface KitsOfTime {
  team: Tile;
  years: { from: number; to: number };
  jerseys: JerseySummary[];
  isExact: boolean;
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
  const mayBeMore = found.jerseys.length === shown && shown < MOST;
  return {
    query,
    total: countFound(found),
    jerseys: localJerseys(otherJerseys(found), lang),
    teams: tiles(found.teams, lang),
    kits: found.kits && {
      ...found.kits,
      decade: decadeOf(found.kits.years.from),
      team: tile(found.kits.team, lang),
      jerseys: localJerseys(found.kits.jerseys, lang),
    },
    wall: found.wall && {
      name: `${competitionName(found.wall.competition, lang)} ${seasonInWords(found.wall.season.name, lang)}`,
      competitionId: found.wall.competition.id,
      season: found.wall.season.code,
      league: found.wall.competition.league,
    },
    named: found.named,
    suggestions: tiles(found.suggestions, lang),
    popular: tiles(found.popular, lang),
    competitions: found.competitions.map((competition) => ({
      ...competition,
      name: competitionName(competition, lang),
      country: countryName(competition.country, lang),
    })),
    more: mayBeMore
      ? `${resultsPath(href("home", {}, lang), query)}&${SHOW_PARAM}=${shown + STEP}`
      : undefined,
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
