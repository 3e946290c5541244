import type { JerseyDetail } from "../../data/jersey.ts";
import { competitionName, localJersey } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";

/** The jersey of a page, its team and competition in the reader's language. */
export type LocalDetail = ReturnType<typeof localDetail>;

export function localDetail(jersey: JerseyDetail, lang: Language) {
  const { competitions: competition } = jersey;
  return {
    ...localJersey(jersey, lang),
    competitions: { ...competition, name: competitionName(competition, lang) },
  };
}
