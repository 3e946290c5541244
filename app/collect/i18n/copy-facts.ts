import type { Copy } from "../domain/copies/copy.ts";
import type { CopyFacts } from "../domain/copies/facts.ts";
import type { StoredJersey, TeamNames } from "../../shared/domain/jersey.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";
import {
  competitionName,
  jerseyTeam,
  jerseyTitle,
  localJersey,
  storedCompetitionName,
} from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";

const kitName = (kitType: KitType | null | undefined, lang: Language) =>
  kitType ? translator(lang, "common")(`kitType.${kitType}`) : "";

/** What a jersey is found by besides what its card shows in the reader's language, as in search. */
export function teamAndKitNames(
  { title, team, kit_type, called }: StoredJersey & NamedJersey,
  lang: Language,
): string {
  const names = called ? [called.short_name, ...called.aliases.map(({ alias }) => alias)] : [];
  return [title, team, ...names, kitName(kit_type, lang)].filter(Boolean).join(" ");
}

interface NamedJersey {
  kit_type: KitType | null;
  /** Missing in what an older page has stored for lack of a network. */
  called?: TeamNames | null;
}

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
      also: teamAndKitNames(jersey, lang),
    };
  }
  const named = { team: former?.team ?? "", teams: former?.teams ?? null };
  return {
    title: former ? jerseyTitle(former.title, named, lang) : null,
    team: former ? jerseyTeam(named, lang) : null,
    league: former?.league ?? null,
    // As its owner says: its club may have played in another one then.
    competition: former?.competition ? storedCompetitionName(former.competition, lang) : null,
    season: former?.season ?? null,
    year: former?.year ?? null,
    kitType: former?.kit_type ?? null,
    brand: former?.brand ?? null,
    colors: [],
    also: [former?.teams?.short_name, kitName(former?.kit_type, lang)].filter(Boolean).join(" "),
  };
}
