import type { CompetitionSummary } from "../domain/competition.ts";
import { translator } from "./translations.ts";
import type { Language } from "./languages.ts";

/** The United Kingdom's nations, which aren't countries in ISO 3166-1. */
const HOME_NATIONS = ["GB-ENG", "GB-SCT", "GB-WLS", "GB-NIR"] as const;

const names = new Map<Language, Intl.DisplayNames>();

/**
 * The name of a stored country: a code, or the text that an administrator typed. For loaders only:
 * server and browser may have different names, and hydration must not change the page.
 */
export function countryName(country: string | null, lang: Language): string | null {
  if (!country) return null;
  const nation = HOME_NATIONS.find((code) => code === country);
  if (nation) return translator(lang, "catalogue")(`countries.${nation}`);
  if (!/^[A-Z]{2}$/.test(country)) return country;
  let known = names.get(lang);
  if (!known) {
    known = new Intl.DisplayNames(lang, { type: "region" });
    names.set(lang, known);
  }
  return known.of(country) ?? country;
}

/** The competition of national teams (docs/product.md 10.5). */
const INTERNATIONAL = "international-teams";

/** Other competitions of national teams whose names are translated, by slug. */
const TOURNAMENTS = [
  "international-women",
  "world-cup",
  "womens-world-cup",
  "euro",
  "womens-euro",
] as const;

/** Those in which women play. */
const WOMEN: readonly string[] = ["international-women", "womens-world-cup", "womens-euro"];

function isInternational(slug: string): boolean {
  return slug === INTERNATIONAL || TOURNAMENTS.some((known) => known === slug);
}

/** A competition's own name; only those of national teams are translated. */
export function competitionName(
  { name, slug }: { name: string; slug: string },
  lang: Language,
): string {
  const t = translator(lang, "catalogue");
  if (slug === INTERNATIONAL) return t("nationalTeams");
  const tournament = TOURNAMENTS.find((known) => known === slug);
  return tournament ? t(`international.${tournament}`) : name;
}

/** The name of a club is the same in every language; a country's is translated. */
export function teamName(
  { name, country }: { name: string; country: string | null },
  competition: { slug: string } | null,
  lang: Language,
): string {
  if (!competition || !isInternational(competition.slug)) return name;
  const translated = countryName(country, lang);
  if (!translated) return name;
  return WOMEN.includes(competition.slug)
    ? translator(lang, "catalogue")("womensTeam", { country: translated })
    : translated;
}

/** A competition as shown on its page or card. */
export function localCompetition(
  competition: CompetitionSummary,
  lang: Language,
): CompetitionSummary {
  const { id, slug, league, country } = competition;
  return {
    id,
    slug,
    league,
    name: competitionName(competition, lang),
    country: countryName(country, lang),
  };
}
