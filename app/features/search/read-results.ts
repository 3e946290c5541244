import {
  type FoundCompetition,
  searchCatalogue,
  SHORTEST_QUERY,
  type SearchSource,
} from "../../data/search/search.ts";
import { competitionName, localJerseys, teamName } from "../../i18n/catalogue-names.ts";
import { cityName } from "../../i18n/places.ts";
import { countryName } from "../../i18n/countries.ts";
import type { Language } from "../../i18n/languages.ts";
import { href } from "../../address/paths.ts";
import type { JerseySummary } from "../../domain/jersey.ts";
import type { League } from "../../domain/leagues.ts";
import { resultsPath } from "./query-param.ts";

/**
 * Jerseys per step, and the maximum. A longer list is of no use; another word narrows it
 * (docs/product.md 4.6).
 */
const STEP = 24;
const MOST = 96;
const TILES = 12;

/** Parameter for the number of jerseys: `?q=…&show=48`. */
const SHOW_PARAM = "show";

export interface ResultsPage {
  query: string;
  jerseys: JerseySummary[];
  teams: { id: string; name: string; city: string | null; colors: string[]; league: League }[];
  competitions: FoundCompetition[];
  /** Address of the same page with more jerseys, if there may be more. */
  more?: string | undefined;
}

/** Reads the results page. Names are in the language of the page. */
export async function readResults(
  source: SearchSource,
  { query, params, lang }: { query: string; params: URLSearchParams; lang: Language },
): Promise<ResultsPage> {
  const shown = jerseysShown(params);
  const found =
    query.length < SHORTEST_QUERY
      ? { jerseys: [], teams: [], competitions: [] }
      : await searchCatalogue(source, {
          query,
          lang,
          limits: { jerseys: shown, teams: TILES, competitions: TILES },
        });
  const mayBeMore = found.jerseys.length === shown && shown < MOST;
  return {
    query,
    jerseys: localJerseys(found.jerseys, lang),
    teams: found.teams.map(({ id, name, city, country, colors, competition }) => ({
      id,
      name: teamName({ name, country }, competition, lang),
      city: cityName(city, lang),
      colors,
      league: competition?.league ?? "SOCCER",
    })),
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

function jerseysShown(params: URLSearchParams): number {
  const requested = Number(params.get(SHOW_PARAM));
  if (!Number.isInteger(requested) || requested <= STEP) return STEP;
  return Math.min(Math.ceil(requested / STEP) * STEP, MOST);
}
