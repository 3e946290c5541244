import type { Language } from "../../i18n/languages.ts";
import { COUNTRY_CODES } from "../../domain/country-codes.ts";

const HOME_NATIONS = {
  england: "Angleterre",
  scotland: "Écosse",
  wales: "Pays de Galles",
  northernIreland: "Irlande du Nord",
} as const;

export interface Country {
  /** In French, like the national teams of the catalogue, whatever the member's language. */
  name: string;
  label: string;
}

/**
 * The countries offered while the catalogue has no national teams. The United Kingdom is listed as
 * its four nations. Sorted for the reader's language.
 */
export function countries(
  lang: Language,
  nationLabel: (nation: keyof typeof HOME_NATIONS) => string,
): Country[] {
  const inFrench = new Intl.DisplayNames("fr", { type: "region" });
  const inLanguage = new Intl.DisplayNames(lang, { type: "region" });
  const nations = Object.entries(HOME_NATIONS).map(([nation, name]) => ({
    name: name as string,
    label: nationLabel(nation as keyof typeof HOME_NATIONS),
  }));
  const all = COUNTRY_CODES.map((code) => ({
    name: inFrench.of(code)!,
    label: inLanguage.of(code)!,
  }));
  const { compare } = new Intl.Collator(lang);
  return [...all, ...nations].sort((a, b) => compare(a.label, b.label));
}
