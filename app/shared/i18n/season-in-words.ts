import type { Language } from "./languages.ts";

/**
 * A season as its language writes it, from its name or code: 2010-2011, in English 2010–11. Names that are no two years stay.
 */
export function seasonInWords(season: string, lang: Language): string {
  const [, first, last] = /^(\d{4})-(?:\d\d)?(\d\d)$/.exec(season) ?? [];
  if (!first || !last) return season;
  const century = Number(first.slice(0, 2)) + (last < first.slice(2) ? 1 : 0);
  // 1999–2000: a new century is written out.
  const isSame = first.startsWith(String(century));
  return lang === "en"
    ? `${first}–${isSame ? last : century + last}`
    : `${first}-${century}${last}`;
}
