import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import { jerseysByIds } from "../../../shared/data/jerseys/by-ids.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { importKeys } from "./keys.ts";

/** The public jerseys among those that a line may mean: their photos, and their names in the reader's language. */
export function candidateJerseys(ids: readonly string[], lang: Language) {
  return queryOptions({
    queryKey: importKeys.candidates(ids, lang),
    enabled: ids.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: async () => jerseysByIds(await browserClient(), ids, lang),
  });
}
