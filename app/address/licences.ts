import type { Language } from "../i18n/languages.ts";

/** Addresses of the page about licences. */
const LICENCES_PATH: Record<Language, string> = {
  fr: "/licences",
  en: "/en/licences",
  es: "/es/licencias",
  pt: "/pt/licencas",
};

export const licencesPath = (lang: Language): string => LICENCES_PATH[lang];

/** The licence's own address, which machines compare. */
export const CC_BY_SA = "https://creativecommons.org/licenses/by-sa/4.0/";

/** Creative Commons' summary of CC BY-SA 4.0 for people. */
export function ccBySaDeed(lang: Language): string {
  return `${CC_BY_SA}deed.${lang === "pt" ? "pt-br" : lang}`;
}
