import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";

/** "Jerseys: Ligue 1". The name comes after a colon: an article before it would be guessed (docs/voice.md). */
export function jerseysOf(name: string, lang: Language): string {
  const label = translator(lang, "catalogue")("names.jerseys");
  return translator(lang, "common")("of", { label, name });
}
