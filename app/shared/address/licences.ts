import type { Language } from "../i18n/languages.ts";

/** The licence's own address, which machines compare. */
export const CC_BY_SA = "https://creativecommons.org/licenses/by-sa/4.0/";

/** Creative Commons' summary of CC BY-SA 4.0 for people. */
export function ccBySaDeed(lang: Language): string {
  return `${CC_BY_SA}deed.${lang === "pt" ? "pt-br" : lang}`;
}

/** The key of a licence's text: a point in a key means a level. */
export const LICENCE_KEYS = { "CC-BY-SA-4.0": "free", "shown-here-only": "hereOnly" } as const;
