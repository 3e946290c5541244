import { queryOptions } from "@tanstack/react-query";

import type { Candidate } from "../../domain/exchange/dry-run.ts";
import { SHORTEST_QUERY, tidyQuery } from "../../../shared/domain/search-text.ts";
import { localJerseys } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { backend } from "../../../shared/data/browser.ts";
import { otherJerseys, searchCatalogue } from "../../../shared/data/search/search.ts";
import { importKeys } from "./keys.ts";

const LIMITS = { jerseys: 8, teams: 3, competitions: 1, kits: 8 };

/** Public jerseys that words find, for a line that the database didn't match. */
export function jerseysToChoose(text: string, lang: Language) {
  const query = tidyQuery(text);
  return queryOptions({
    queryKey: importKeys.search(query, lang),
    enabled: query.length >= SHORTEST_QUERY,
    queryFn: async ({ signal }): Promise<Candidate[]> => {
      const found = await searchCatalogue(backend(), { query, lang, limits: LIMITS }, signal);
      const jerseys = [...(found.kits?.jerseys ?? []), ...otherJerseys(found)];
      return localJerseys(jerseys, lang).map((jersey) => ({
        id: jersey.id,
        title: jersey.title,
        team: jersey.team,
        season: null,
        year: jersey.year,
        kit_type: jersey.kit_type,
        sure: false,
        is_found: true,
      }));
    },
  });
}
