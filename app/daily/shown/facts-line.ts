import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { translator } from "../../shared/i18n/translations.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import type { DayFacts } from "../data/days.ts";

/** Season and kit type as they were drawn: 1998-1999 · Extérieur. Without the season where the title says it. */
export function factsLine({ season, kit_type }: DayFacts, lang: Language, title = ""): string {
  const kit = kit_type && translator(lang, "common")(`kitType.${kit_type}`);
  return [!title.includes(season.slice(0, 4)) && seasonInWords(season, lang), kit]
    .filter(Boolean)
    .join(" · ");
}
