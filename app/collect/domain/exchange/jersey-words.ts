import type { KitType } from "../../../shared/domain/kit-types.ts";
import { seasonOf } from "../../../shared/domain/import/numbers.ts";
import { JERSEY_WORDS } from "../../../shared/domain/import/words.ts";
import { slug } from "../../../shared/domain/slug.ts";

/** What the words of a line without columns say: "Arsenal home 2022-23 L". */
interface JerseyWords {
  team: string;
  kit_type?: KitType;
  season?: string;
  size?: string;
  printed_name?: string;
  printed_number?: string;
}

/** Kit types by the words that name them among others: a digit or a single letter may be anything there. */
const KITS = new Map(
  Object.entries(JERSEY_WORDS.kit_type)
    .filter(([kit]) => kit !== "other")
    .flatMap(([kit, words]) =>
      words
        .split(" ")
        .filter((word) => word.length > 1)
        .map((word) => [word, kit as KitType] as const),
    ),
);

/** Words beside the facts, in four languages. */
const BESIDE = new Set(
  "maillot maillots jersey jerseys shirt shirts kit kits camiseta camisetas camisa camisas tenue equipacion uniforme season saison temporada edition".split(
    " ",
  ),
);
const SIZE_NAMES = new Set(["size", "taille", "talla", "tamanho", "tam"]);
const YEARS = new Set(["ans", "anos", "years", "yrs", "yo"]);
const ARTICLES = new Set("de du del da do des dos of the la le l d a".split(" "));

/** Stands where a fact was taken out. */
const TAKEN = "";

/** The longest name of a kit type, in words: "gardien de but". */
const LONGEST = 3;

const SIZE = /^(?:xx?s|[sm]|[lpg]|x{1,4}l|[2-6]xl|gg|xx?g)$/i;

/** True for a size as labels have it: "L", "2XL". */
export const isSize = (text: string) => SIZE.test(text);

/** A size as labels spell it: "l" is "L"; others stay as they are typed. */
export const sizeLabel = (text: string | null) =>
  text && isSize(text) ? text.toUpperCase() : text;

/**
 * The facts of a jersey in a text, in any order: words for the kit, a season, a size, at the end what is printed on its
 * back ("Mbappé 10"); the others are the team's. Undefined if no word is left for the team.
 */
export function jerseyWords(text: string): JerseyWords | undefined {
  const tokens = text
    .replace(/(\d)\s*([-/–])\s*(?=\d)/g, "$1$2")
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, ""))
    .filter((word) => slug(word) !== "" || /\p{L}/u.test(word));
  const size = takeSize(tokens);
  const season = takeSeason(tokens);
  const kit_type = takeKit(tokens);
  const printed = takePrint(tokens);
  const team = teamIn(tokens);
  if (!team) return undefined;
  return {
    team,
    ...(kit_type && { kit_type }),
    ...(season && { season }),
    ...(size && { size }),
    ...printed,
  };
}

/** The words that name no fact, and stand beside none. */
function teamIn(tokens: readonly string[]): string {
  const left = tokens.filter((word) => word !== TAKEN);
  const named = left.filter((word, n) => !BESIDE.has(slug(word)) || isPlace(left, n));
  return withoutArticles(named).join(" ");
}

/** Takes a name and a number at the end out, if they come after a fact and a team: "France home 2018 Mbappé 10", not "Schalke 04". */
function takePrint(tokens: string[]): Pick<JerseyWords, "printed_name" | "printed_number"> {
  const first = tokens.lastIndexOf(TAKEN) + 1;
  const [number = "", ...name] = tokens.slice(first).toReversed();
  const isPrint = first > 0 && name.length > 0 && /^\d{1,2}$/.test(number);
  if (!isPrint || !teamIn(tokens.slice(0, first))) return {};
  tokens.splice(first);
  return { printed_name: name.toReversed().join(" "), printed_number: number };
}

/** True for the second word of "New Jersey". */
const isPlace = (tokens: readonly string[], n: number) =>
  n > 0 && slug(`${tokens[n - 1]} ${tokens[n]}`) === "new-jersey";

/** Takes the words of a size out, with what announces it. */
function takeSize(tokens: string[]): string | undefined {
  const named = tokens.findLastIndex((word) => SIZE_NAMES.has(slug(word)));
  if (named >= 0 && named + 1 < tokens.length) {
    const isAge = YEARS.has(slug(tokens[named + 2] ?? ""));
    return tokens
      .splice(named, isAge ? 3 : 2)
      .slice(1)
      .join(" ");
  }
  const age = tokens.findLastIndex(
    (word, n) => /^\d{1,2}$/.test(word) && YEARS.has(slug(tokens[n + 1] ?? "")),
  );
  if (age >= 0) return tokens.splice(age, 2).join(" ");
  // A small letter may be a word of the team's name, except at the end.
  const place = tokens.findLastIndex(
    (word, n) =>
      SIZE.test(word) &&
      (word === word.toUpperCase() || word.length > 1 || n === tokens.length - 1),
  );
  return place > 0 ? tokens.splice(place, 1)[0]!.toUpperCase() : undefined;
}

/** Takes the last season out; clubs have the years before 1900 in their names. */
function takeSeason(tokens: string[]): string | undefined {
  const latest = new Date().getFullYear() + 1;
  const place = tokens.findLastIndex((word) => {
    const year = Number(seasonOf(word)?.slice(0, 4));
    return year >= 1900 && year <= latest;
  });
  return place >= 0 ? seasonOf(tokens.splice(place, 1, TAKEN)[0]!) : undefined;
}

/** Takes the last words for a kit out: the first may be a team's, as in "Casa Pia domicile". */
function takeKit(tokens: string[]): KitType | undefined {
  for (let place = tokens.length - 1; place >= 0; place--) {
    for (let length = LONGEST; length > 0; length--) {
      const kit = KITS.get(slug(tokens.slice(place, place + length).join(" ")));
      if (kit) {
        tokens.splice(place, length, TAKEN);
        return kit;
      }
    }
  }
  return undefined;
}

/** "maillot domicile du Brésil de la saison 2022" leaves "du Brésil de la". */
function withoutArticles(tokens: readonly string[]): string[] {
  const isWord = (word: string) => !ARTICLES.has(slug(word));
  const end = tokens.findLastIndex(isWord) + 1;
  const first = tokens.slice(0, end);
  // "La Galaxy", "Le Havre": only those that a kit leaves behind.
  const start = first.findIndex((word) => !/^(?:de|du|del|da|do|des|dos|of)$/.test(word));
  return first.slice(start);
}
