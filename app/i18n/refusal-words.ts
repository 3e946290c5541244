import { refusalOf } from "../domain/suggestion.ts";
import type { Language } from "./languages.ts";
import { translator } from "./translations.ts";

/** Why a submission was refused (`jerseys.moderation_note`), for its author. Needs the texts `suggestions`. */
export function refusalInWords(note: string, lang: Language): string {
  const refusal = refusalOf(note);
  const reason = refusal.reason && translator(lang, "suggestions")(`reasons.${refusal.reason}`);
  return [reason, refusal.note].filter(Boolean).join(" – ");
}
