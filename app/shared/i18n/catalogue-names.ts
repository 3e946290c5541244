import { seasonInWords } from "./season-in-words.ts";
import type { CompetitionSummary } from "../domain/competition.ts";
import type { LocalName, StoredJersey } from "../domain/jersey.ts";
import { countryName } from "./countries.ts";
import { type Language, LANGUAGES } from "./languages.ts";
import { fold, slug as slugOf } from "../domain/slug.ts";

/** The competitions of national teams, by slug; their names are translated (docs/product/contribute.md 10.5). */
const INTERNATIONAL: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "international-teams": {
    fr: "Équipes nationales",
    en: "National teams",
    es: "Selecciones nacionales",
    pt: "Seleções nacionais",
  },
  "international-women": {
    fr: "Équipes nationales féminines",
    en: "Women’s national teams",
    es: "Selecciones femeninas",
    pt: "Seleções femininas",
  },
  "world-cup": { fr: "Coupe du monde", en: "World Cup", es: "Mundial", pt: "Copa do Mundo" },
  "womens-world-cup": {
    fr: "Coupe du monde féminine",
    en: "Women’s World Cup",
    es: "Mundial femenino",
    pt: "Copa do Mundo Feminina",
  },
  euro: { fr: "Euro", en: "Euro", es: "Eurocopa", pt: "Eurocopa" },
  "womens-euro": {
    fr: "Euro féminin",
    en: "Women’s Euro",
    es: "Eurocopa femenina",
    pt: "Eurocopa Feminina",
  },
};

function translated(slug: string) {
  return Object.hasOwn(INTERNATIONAL, slug) ? INTERNATIONAL[slug] : undefined;
}

/** A competition's own name; only those of national teams are translated. */
export function competitionName(
  { name, slug }: { name: string; slug: string },
  lang: Language,
): string {
  return translated(slug)?.[lang] ?? name;
}

/** The same where only the stored name is known, as in a log: the catalogue stores the French one. */
export function storedCompetitionName(name: string, lang: Language): string {
  return Object.values(INTERNATIONAL).find(({ fr }) => fr === name)?.[lang] ?? name;
}

const plain = (name: string) => fold(name.replaceAll("’", "'"));

/** How the four languages write that a national team is the women's. */
const WOMEN = /[( ]*(féminine?s?|femmes|women|femenin[ao]s?|feminin[ao]s?)\)?$/i;

const WOMEN_OF: Record<Language, string> = {
  fr: "femmes",
  en: "women",
  es: "femenina",
  pt: "feminino",
};

/**
 * A team's name in the reader's language. The name of a club is the same in every language. A
 * national team that is stored under its country's name, in any of the languages, has the country's
 * name (docs/product/browse.md 3.12).
 */
export function teamName(
  { name, country }: { name: string; country?: string | null },
  competition: { slug: string } | null | undefined,
  lang: Language,
): LocalName {
  return (isNational(competition) && nationName(name, country, lang)) || (name as LocalName);
}

function isNational(competition: { slug: string } | null | undefined): boolean {
  return (
    competition !== null && competition !== undefined && translated(competition.slug) !== undefined
  );
}

function nationName(
  name: string,
  country: string | null | undefined,
  lang: Language,
): LocalName | undefined {
  if (!country) return undefined;
  const men = name.replace(WOMEN, "");
  const isCountry = LANGUAGES.some(
    (other) => plain(countryName(country, other) ?? "") === plain(men),
  );
  if (!isCountry) return undefined;
  const local = countryName(country, lang)!;
  return (men === name ? local : `${local} (${WOMEN_OF[lang]})`) as LocalName;
}

/** The name of a jersey's team in the reader's language. A free text stays as it was written. */
export function jerseyTeam(
  { team, teams }: Pick<StoredJersey, "team" | "teams">,
  lang: Language,
): LocalName {
  return teamName({ name: team, country: teams?.country }, teams?.competition, lang);
}

/** A title that is only the team's name and a season was not written by a member. */
const GENERATED = /^ \d{4}(-(\d{2}|\d{4}))?$/;

/** A jersey with its team's name in the reader's language, and of the team's row only the colours. */
export type LocalJersey<Jersey extends StoredJersey> = Omit<Jersey, "team" | "teams"> & {
  team: LocalName;
  teams: { colors: string[] } | null;
};

/** A jersey as lists and pages show it. */
export function localJersey<Jersey extends StoredJersey>(
  jersey: Jersey,
  lang: Language,
): LocalJersey<Jersey> {
  const { title, teams } = jersey;
  return {
    ...jersey,
    team: jerseyTeam(jersey, lang),
    title: jerseyTitle(title, jersey, lang),
    teams: teams ? { colors: teams.colors } : null,
  };
}

/** A jersey's title in the reader's language; what a member wrote stays as it is. */
export function jerseyTitle(
  title: string,
  jersey: Pick<StoredJersey, "team" | "teams">,
  lang: Language,
): string {
  const { team } = jersey;
  const rest = title.startsWith(team) ? title.slice(team.length) : "";
  return GENERATED.test(rest)
    ? `${jerseyTeam(jersey, lang)} ${seasonInWords(rest.trimStart(), lang)}`
    : title;
}

/** The same where only the slug of its team is known, as in a mail: the name stays, the season is in the reader's language. */
export function storedTitle(title: string, teamSlug: string | null, lang: Language): string {
  const season = / (\d{4}-\d{2,4})$/.exec(title)?.[1];
  const name = season && title.slice(0, -season.length - 1);
  return name && slugOf(name) === teamSlug ? `${name} ${seasonInWords(season, lang)}` : title;
}

/** The same for a list. */
export function localJerseys<Jersey extends StoredJersey>(
  jerseys: readonly Jersey[],
  lang: Language,
): LocalJersey<Jersey>[] {
  return jerseys.map((jersey) => localJersey(jersey, lang));
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
