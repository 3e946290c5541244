import { queryOptions } from "@tanstack/react-query";

import { backend } from "../../../shared/data/browser.ts";
import { COLOR_WORDS, isNamed, tellingWords } from "../../../shared/domain/named.ts";
import { SHORTEST_QUERY } from "../../../shared/domain/search-text.ts";
import type { SportOfShirt } from "../../../shared/domain/leagues.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { tidy } from "../../../shared/domain/rules/text.ts";
import { words } from "../../../shared/domain/words.ts";
import { type FoundTeam, type Read, reader, TEAMS } from "../../../shared/data/search/read.ts";
import { namesOf } from "../../../shared/data/search/team-kits.ts";
import { teamName } from "../../../shared/i18n/catalogue-names.ts";
import { type Language, LANGUAGES } from "../../../shared/i18n/languages.ts";
import type { FormerJersey } from "../../domain/copies/copy.ts";
import { type PossibleName, possibleNames } from "../../domain/intake/typed-shirt.ts";

/** A team of the catalogue, and the words of a text that name it. */
export interface KnownTeam {
  team: FoundTeam;
  called: string;
}

/** Words that are looked up, each by a request. */
const MOST_WORDS = 8;
/** Teams of each word: "Red" begins many names. */
const TEAMS_OF_WORD = 8;

/** Words of many clubs, and a player's name that is a country's: none names a team by itself. */
const OF_MANY = new Set(
  (
    "jordan fc ac as us sc cf afc cd ca rc ud sd ss sv bc hc basket basketball baloncesto hockey football futbol sporting club clube stade real united utd city town county racing olympique olympic atletico athletic " +
    "deportivo union dynamo dinamo saint san santa st los new old young west east north south"
  ).split(" "),
);

/** What players are called as well as teams: a player, where the text names another team. */
const PLAYERS = new Set("villa santos valencia young green rose james".split(" "));

/** The team of the catalogue that a text names, wherever: most of its words, and by its own name rather than a part of it. */
export async function knownTeam(
  read: Read,
  text: string,
  lang: Language,
): Promise<KnownTeam | undefined> {
  const names = possibleNames(text).filter(({ called }) =>
    tellingWords(called).includes(words(called).at(-1) ?? ""),
  );
  const sought = [...new Set(names.flatMap(({ called }) => tellingWords(called)))].filter(
    (word) => !/^\d+$/.test(word),
  );
  const search = (query: string) =>
    read<FoundTeam>("search_teams", { query, max_results: TEAMS_OF_WORD, lang, ...TEAMS });
  const found = await Promise.all(sought.slice(0, MOST_WORDS).map(search));
  const teams = new Map(found.flat().map((team) => [team.id, team]));
  const meant = names.flatMap((name) =>
    [...teams.values()].flatMap((team) => {
      const weight = weightOf(team, name);
      return weight ? [{ team, called: name.called, weight }] : [];
    }),
  );
  const [best, ...others] = meant.toSorted((one, other) => compare(other.weight, one.weight));
  const rivals = others.filter(
    ({ called, weight }) => called === best?.called && compare(weight, best.weight) === 0,
  );
  if (!best || rivals.length === 0) return best;
  // "Red Star" are two: search knows which of them readers of a language mean.
  const ranked = await search(best.called);
  const place = ({ team }: KnownTeam) => ranked.findIndex(({ id }) => id === team.id) >>> 0;
  return [best, ...rivals].toSorted((one, other) => place(one) - place(other))[0];
}

/** What a team is called, a country's in each language. */
const allNames = (team: FoundTeam) => [
  ...namesOf(team),
  ...LANGUAGES.map((lang) => teamName(team, team.competition, lang)),
];

/**
 * The team of the catalogue that a name means by itself. Of several, one of the shirt's league comes first, unless that is
 * football, which is assumed where nothing is known, then one that is called just so. Null if there is none.
 */
export function teamCalled(name: string, league: SportOfShirt) {
  const called = tidy(name);
  return queryOptions({
    queryKey: ["team-called", called, league] as const,
    enabled: called.length >= SHORTEST_QUERY,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<FoundTeam | null> => {
      const query = { query: called, max_results: TEAMS_OF_WORD, ...TEAMS };
      const teams = await reader(backend(), signal)<FoundTeam>("search_teams", query);
      const isOfLeague = (team: FoundTeam) =>
        league !== "SOCCER" && team.competition?.league === league;
      const isWhole = (team: FoundTeam) =>
        allNames(team).some((known) => slug(known ?? "") === slug(called));
      const meant = teams.filter((team) => weightOf(team, { called })?.[2]);
      return meant.find(isOfLeague) ?? meant.find(isWhole) ?? meant[0] ?? null;
    },
  });
}

/** What a shirt without a page takes over from its team. */
export type TeamOfShirt = Pick<FoundTeam, "id" | "name" | "colors" | "country" | "competition">;

/** A shirt without a page as one of a team of the catalogue: it has the team's name and sport. */
export function ofTeam(shirt: FormerJersey, team: TeamOfShirt | null | undefined): FormerJersey {
  if (!team || shirt.teams) return shirt;
  const { team: typed, season, title } = shirt;
  const titled = (name: string) => [name, season].filter(Boolean).join(" ");
  return {
    ...shirt,
    title: title === titled(typed) ? titled(team.name) : title,
    team: team.name,
    league: team.competition?.league ?? shirt.league,
    teams: team,
  };
}

/** How well words name a team, the most important first; undefined if they don't. The third is 1 if they do so by themselves. */
function weightOf(
  team: FoundTeam,
  { called, before = "", next = "" }: PossibleName,
): number[] | undefined {
  const telling = tellingWords(called);
  const [word = ""] = telling;
  const isAlone = telling.length === 1;
  const said = telling.join(" ");
  const ofCountry = LANGUAGES.map((lang) => teamName(team, team.competition, lang));
  const isCountry = ofCountry.some((name) => slug(name) === slug(called));
  const ofCity = words(team.city ?? "");
  const isCity = words(called).every((part) => ofCity.includes(part));
  const names = [...namesOf(team), isCity ? team.city : null];
  if (!(isCountry || isNamed(names, called)) || (isAlone && OF_MANY.has(word))) return undefined;
  // "Lakers", "Valencia": the end of a name is what a team is called; its beginning may be another's, too.
  const isEnd = namesOf(team).some((name) => {
    const whole = tellingWords(name ?? "");
    const short = whole.filter((part) => part.length > 2 || !OF_MANY.has(part));
    return [whole, short].some((end) => ` ${end.join(" ")}`.endsWith(` ${said}`));
  });
  const isWholly = isCountry || isEnd;
  // "Brooklyn Dodgers" are no Brooklyn Nets, and "US Lyon" is no Olympique lyonnais.
  const isPart = isAlone && !isWholly && next !== "";
  if ((isCity && !isWholly && next) || isPart || isOfClub(before) || isOfClub(next))
    return undefined;
  const isShort = isAlone && word.length <= 3;
  // "van", "min" are cities' codes in American leagues.
  const isCode =
    isShort && team.competition?.league !== "SOCCER" && !words(team.name).includes(word);
  if (isCode && called !== called.toUpperCase()) return undefined;
  // "OM 93 Boli, finale de Munich": what stands first is the team.
  const isFirst = before === "";
  const mayBeAnything = PLAYERS.has(word) || COLOR_WORDS.has(word) || (isShort && !isFirst);
  return [
    telling.length,
    isAlone && mayBeAnything ? 0 : 1,
    isWholly || isCity ? 1 : 0,
    isFirst ? 1 : 0,
    // The words around the name that belong to it: "Le Havre".
    words(called).length,
  ];
}

/** True for a word that makes another club of the word beside it. */
const isOfClub = (word: string) =>
  /^(?:fc|ac|as|us|sc|cf|rc|ud|cd|stade|racing|olympique|union|association|sporting|etoile|entente|amicale|sporti(?:f|ve))$/.test(
    slug(word),
  );

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, n) => value !== other[n]);
  return place < 0 ? 0 : one[place]! - other[place]!;
}
