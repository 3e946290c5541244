import { type Language, LOCALES } from "./languages.ts";

type Names = Record<Language, string>;

/**
 * Countries under another name than CLDR's: the United Kingdom's nations, which ISO 3166-1 lacks,
 * and names that readers and football use.
 */
const OWN_NAMES: Readonly<Record<string, Names>> = {
  "GB-ENG": { fr: "Angleterre", en: "England", es: "Inglaterra", pt: "Inglaterra" },
  "GB-SCT": { fr: "Écosse", en: "Scotland", es: "Escocia", pt: "Escócia" },
  "GB-WLS": { fr: "Pays de Galles", en: "Wales", es: "Gales", pt: "País de Gales" },
  "GB-NIR": {
    fr: "Irlande du Nord",
    en: "Northern Ireland",
    es: "Irlanda del Norte",
    pt: "Irlanda do Norte",
  },
  CD: { fr: "RD Congo", en: "DR Congo", es: "RD del Congo", pt: "RD Congo" },
  CG: { fr: "Congo", en: "Congo", es: "Congo", pt: "Congo" },
  CI: { fr: "Côte d’Ivoire", en: "Côte d’Ivoire", es: "Costa de Marfil", pt: "Costa do Marfim" },
  HK: { fr: "Hong Kong", en: "Hong Kong", es: "Hong Kong", pt: "Hong Kong" },
  MO: { fr: "Macao", en: "Macau", es: "Macao", pt: "Macau" },
  PS: { fr: "Palestine", en: "Palestine", es: "Palestina", pt: "Palestina" },
};

const names = new Map<Language, Intl.DisplayNames>();

function displayNames(lang: Language): Intl.DisplayNames {
  let known = names.get(lang);
  if (!known) {
    known = new Intl.DisplayNames(LOCALES[lang], { type: "region" });
    names.set(lang, known);
  }
  return known;
}

/**
 * The name of a stored country: a code, or the text that an administrator typed. Not while a page
 * is rendered: server and browser may have different names, and hydration must not change the page.
 */
export function countryName(country: string | null, lang: Language): string | null {
  if (!country) return null;
  const own = Object.hasOwn(OWN_NAMES, country) ? OWN_NAMES[country] : undefined;
  if (own) return own[lang];
  if (!/^[A-Z]{2}$/.test(country)) return country;
  const name = displayNames(lang).of(country) ?? country;
  return lang === "en" ? name.replace(" & ", " and ") : name;
}
