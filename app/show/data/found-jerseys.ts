import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { backend } from "../../shared/data/browser.ts";
import { otherJerseys, searchCatalogue } from "../../shared/data/search/search.ts";
import { SHORTEST_QUERY, tidyQuery } from "../../shared/domain/search-text.ts";
import type { Language } from "../../shared/i18n/languages.ts";

const LIMITS = { jerseys: 12, teams: 3, competitions: 1, kits: 12 };

/** The public jerseys that words find, as the search does. */
export function foundJerseys(text: string, lang: Language) {
  const query = tidyQuery(text);
  return queryOptions({
    queryKey: ["lists", "search", query, lang] as const,
    enabled: query.length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await searchCatalogue(backend(), { query, lang, limits: LIMITS }, signal);
      return [...(found.kits?.jerseys ?? []), ...otherJerseys(found)];
    },
  });
}
