import { formatPercent } from "../../shared/i18n/format.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { CHOICES, type Choice, type DuelShare } from "../domain/duel-choices.ts";

/** How many answers there are. */
export function answersOf(share: DuelShare): number {
  return CHOICES.reduce((sum, choice) => sum + share[choice], 0);
}

/** The part of a choice in words: 62 %. */
export function shareOf(share: DuelShare, choice: Choice, lang: Language): string {
  return formatPercent(share[choice] / answersOf(share), lang);
}
