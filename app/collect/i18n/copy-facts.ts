import type { Copy } from "../domain/copies/copy.ts";
import type { CopyFacts } from "../domain/copies/facts.ts";
import type { LocalName } from "../../shared/domain/jersey.ts";
import {
  competitionName,
  localJersey,
  storedCompetitionName,
} from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/**
 * The facts of a copy's jersey in the reader's language. Here and not in `domain/`, because names of
 * teams and competitions are translated.
 */
export function copyFacts(
  { jersey, former_jersey: former }: Pick<Copy, "jersey" | "former_jersey">,
  lang: Language,
): CopyFacts {
  if (jersey) {
    const { title, team } = localJersey(jersey, lang);
    return {
      title,
      team,
      league: jersey.league,
      competition: competitionName(jersey.competition, lang),
      season: jersey.season.code,
      year: jersey.year,
      kitType: jersey.kit_type,
      brand: jersey.brand,
      colors: jersey.colors,
    };
  }
  return {
    title: former?.title ?? null,
    team: (former?.team ?? null) as LocalName | null,
    league: former?.league ?? null,
    competition: former?.competition ? storedCompetitionName(former.competition, lang) : null,
    season: former?.season ?? null,
    year: former?.year ?? null,
    kitType: former?.kit_type ?? null,
    brand: former?.brand ?? null,
    colors: [],
  };
}
