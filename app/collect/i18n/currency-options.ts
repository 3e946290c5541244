import { CURRENCIES, USUAL_CURRENCIES } from "../../shared/domain/currencies.ts";
import { type Language, LOCALES } from "../../shared/i18n/languages.ts";

/** Names that browsers don't know yet; nearly all are those of newer CLDR data. */
const NEWER: Record<Language, Partial<Record<string, string>>> = {
  fr: {
    SLE: "leone sierra-léonais",
    VED: "bolivar numérique vénézuélien",
    XCG: "florin caribéen",
    ZWG: "or du Zimbabwe",
  },
  en: {
    SLE: "Sierra Leonean Leone",
    VED: "Venezuelan Digital Bolívar",
    XCG: "Caribbean Guilder",
    ZWG: "Zimbabwean Gold",
  },
  es: {
    SLE: "leona sierraleonesa",
    VED: "bolívar digital venezolano",
    XCG: "florín caribeño",
    ZWG: "oro zimbabuense",
  },
  pt: {
    SLE: "Leone de Serra Leoa",
    VED: "Bolívar digital venezuelano",
    XCG: "Florim do Caribe",
    ZWG: "Ouro zimbabueano",
  },
};

/** The codes with their names, the usual ones first. A code that has no name is its own. */
export function currencyOptions(lang: Language): (readonly [code: string, label: string])[] {
  const names = new Intl.DisplayNames(LOCALES[lang], { type: "currency", fallback: "none" });
  const usual: readonly string[] = USUAL_CURRENCIES;
  return [...usual, ...CURRENCIES.filter((code) => !usual.includes(code))].map((code) => {
    const known = names.of(code);
    // Some browsers answer with the code.
    const name = known === undefined || known === code ? NEWER[lang][code] : known;
    return [code, name === undefined ? code : `${code} – ${name}`];
  });
}
