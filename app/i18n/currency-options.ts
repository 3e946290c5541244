import { CURRENCIES, USUAL_CURRENCIES } from "../domain/copies/currencies.ts";
import { type Language, LOCALES } from "./languages.ts";

/** The codes with their names, the usual ones first. A code that has no name here is its own. */
export function currencyOptions(lang: Language): (readonly [code: string, label: string])[] {
  const names = new Intl.DisplayNames(LOCALES[lang], { type: "currency", fallback: "none" });
  const usual: readonly string[] = USUAL_CURRENCIES;
  return [...usual, ...CURRENCIES.filter((code) => !usual.includes(code))].map((code) => {
    const name = names.of(code);
    return [code, name === undefined || name === code ? code : `${code} – ${name}`];
  });
}
