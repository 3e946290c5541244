import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { createBatchLoader } from "../../../shared/data/batch-loader.ts";
import { browserClient, backend } from "../../../shared/data/browser.ts";
import { AT_ONCE } from "../../../shared/data/in-steps.ts";
import { jerseysByIds } from "../../../shared/data/jerseys/by-ids.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { importKeys } from "./keys.ts";
import type { Candidate } from "../../domain/exchange/dry-run.ts";
import { SHORTEST_QUERY, tidyQuery } from "../../../shared/domain/search-text.ts";
import { localJerseys } from "../../../shared/i18n/catalogue-names.ts";
import { otherJerseys, searchCatalogue } from "../../../shared/data/search/search.ts";

const readersOf = new Map<Language, ReturnType<typeof readerOf>>();

/** One request for the lines that are drawn together. */
function readerOf(lang: Language) {
  return createBatchLoader(
    async (ids: string[]) => jerseysByIds(await browserClient(), ids, lang),
    AT_ONCE,
  );
}

/** The public jerseys among those that a line may mean: their photos, and their names in the reader's language. */
export function candidateJerseys(ids: readonly string[], lang: Language) {
  return queryOptions({
    queryKey: importKeys.candidates(ids, lang),
    enabled: ids.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const read = readersOf.get(lang) ?? readerOf(lang);
      readersOf.set(lang, read);
      const jerseys = await Promise.all(ids.map((id) => read(id)));
      return new Map(jerseys.flatMap((jersey) => (jersey ? [[jersey.id, jersey] as const] : [])));
    },
  });
}

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
