import { useMemo } from "react";

import { useAllCopies } from "../data/copies/use-all-copies.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** A member's copies with the facts of their jerseys in the reader's language. */
export function useCopies(userId: string) {
  const lang = useLanguage();
  const { copies, ...state } = useAllCopies(userId);
  const entries = useMemo(
    () => copies?.map((copy): CopyEntry => ({ copy, facts: copyFacts(copy, lang) })),
    [copies, lang],
  );
  return { ...state, entries };
}
