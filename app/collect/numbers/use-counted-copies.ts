import { useMemo } from "react";

import { useAllCopies } from "../data/copies/use-all-copies.ts";
import type { CountedCopy } from "../domain/copies/statistics.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** A member's copies with the facts of their jerseys in the reader's language. */
export function useCountedCopies(userId: string) {
  const lang = useLanguage();
  const { copies, ...state } = useAllCopies(userId);
  const counted = useMemo(
    () => copies?.map((copy): CountedCopy => ({ copy, facts: copyFacts(copy, lang) })),
    [copies, lang],
  );
  return { ...state, copies: counted };
}
