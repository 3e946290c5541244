import type { Language } from "../../i18n/languages.ts";

/**
 * The countries offered for a national team when the catalogue lists none: ISO 3166 codes, the
 * United Kingdom as the four nations that play for themselves.
 */
const CODES =
  "AD AE AF AG AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FO FR GA GD GE GH GI GM GN GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NZ OM PA PE PF PG PH PK PL PR PS PT PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VC VE VN VU WS XK YE ZA ZM ZW".split(
    " ",
  );

const HOME_NATIONS = {
  england: "Angleterre",
  scotland: "Écosse",
  wales: "Pays de Galles",
  northernIreland: "Irlande du Nord",
} as const;

export interface Country {
  /** In French, as the catalogue names national teams, whoever submits. */
  name: string;
  label: string;
}

/** The list in the order of the reader's alphabet. */
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
  const all = CODES.map((code) => ({ name: inFrench.of(code)!, label: inLanguage.of(code)! }));
  const { compare } = new Intl.Collator(lang);
  return [...all, ...nations].sort((a, b) => compare(a.label, b.label));
}
