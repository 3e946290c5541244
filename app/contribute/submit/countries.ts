import { COUNTRY_CODES, NATION_CODES } from "../../shared/domain/country-codes.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { nameOrder } from "../../shared/i18n/name-order.ts";

export interface Country {
  /** In French, like the national teams of the catalogue, whatever the member's language. */
  name: string;
  label: string;
}

/**
 * The countries offered while the catalogue has no national teams. The United Kingdom is listed as
 * its four nations. Sorted for the reader's language.
 */
export function countries(lang: Language): Country[] {
  return [...COUNTRY_CODES, ...NATION_CODES]
    .map((code) => ({ name: countryName(code, "fr")!, label: countryName(code, lang)! }))
    .sort(nameOrder(lang, ({ label }) => label));
}
