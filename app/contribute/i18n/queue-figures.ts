import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { typeset } from "../../shared/i18n/typeset.ts";

/** How much waits for reviewers and how long a decision takes, in a sentence. Needs the texts `queueFigures`. */
export function queueFiguresInWords(
  { waiting, typicalHours }: { waiting: number; typicalHours: number | null },
  lang: Language,
): string {
  const t = translator(lang, "queueFigures");
  const parts = [t("waiting", { count: waiting })];
  if (typicalHours !== null) {
    parts.push(t("hours", { count: Math.max(1, Math.round(typicalHours)) }));
  }
  return `${typeset(parts.join(lang === "fr" ? " ; " : "; "), lang)}.`;
}
