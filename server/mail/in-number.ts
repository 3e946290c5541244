import { formatNumber } from "../../app/shared/i18n/format.ts";
import type { Language } from "../../app/shared/i18n/languages.ts";
import type { Counted } from "./texts/shapes.ts";

/** The text for an amount, with the amount in it. */
export function inNumber({ one, other }: Counted, amount: number, lang: Language): string {
  const isOne = new Intl.PluralRules(lang).select(amount) === "one";
  return (isOne ? one : other).replace("{count}", () => formatNumber(amount, lang));
}
