import { formatNumber } from "../../shared/i18n/format.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/** Counts are exact up to this number. */
const MOST_COUNTED = 1_000;

/** A count as people read it: exact up to 1,000, then "1 000+". */
export function shownCount(count: number, lang: Language): string {
  return count > MOST_COUNTED ? `${formatNumber(MOST_COUNTED, lang)}+` : formatNumber(count, lang);
}
