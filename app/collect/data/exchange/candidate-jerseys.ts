import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { createBatchLoader } from "../../../shared/data/batch-loader.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { AT_ONCE } from "../../../shared/data/in-steps.ts";
import { jerseysByIds } from "../../../shared/data/jerseys/by-ids.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { importKeys } from "./keys.ts";

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
