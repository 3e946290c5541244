import type { RemovedJersey } from "../../jersey/data/jersey.ts";
import { gone } from "../../shared/data/stored.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";

/**
 * What a loader throws at the address of a removed jersey, with the reason in the reader's words: status 410. Apart, so that
 * visitors' pages don't load the words.
 */
export function removedAnswer(removed: RemovedJersey, lang: Language) {
  return gone({ ...removed, reason: reasonInWords(removed.reason, lang) });
}
