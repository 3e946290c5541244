import { refusalOf } from "../domain/suggestion.ts";
import type { Language } from "./languages.ts";
import { mayBeRefusal, noteInWords } from "./preset-reasons.ts";
import { translator } from "./translations.ts";

/** Why a submission was refused (`jerseys.moderation_note`), for its author. Needs the texts `suggestions`. */
export function refusalInWords(note: string, lang: Language): string {
  const refusal = refusalOf(note);
  const reason = refusal.reason && translator(lang, "suggestions")(`reasons.${refusal.reason}`);
  return [reason, refusal.note].filter(Boolean).join(" – ");
}

/** The reason of a version or notice for its reader, whether it was chosen, a verdict's, or is in somebody's own words. Needs the texts `suggestions`. */
export function reasonOrRefusalInWords(kind: string, reason: string, lang: Language): string {
  const words = noteInWords(kind, reason, lang);
  return mayBeRefusal(kind) ? refusalInWords(words, lang) : words;
}
