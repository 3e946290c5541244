import type { League } from "../../../shared/domain/leagues.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { Version } from "../copies/copy-details.ts";
import { jerseyWords, wordRuns, wordsAround } from "../exchange/jersey-words.ts";

/** What somebody types of a shirt that they own: "France 98 domicile Zidane 10". */
export interface TypedShirt {
  /** What is left for the team. */
  team: string;
  /** The code of a season, or a year. */
  season: string | null;
  kit_type: KitType | null;
  printed_name: string | null;
  printed_number: string | null;
  size: string | null;
  version: Version | null;
  /** What else was typed: nothing of it is lost. */
  notes: string | null;
}

/** Of a longer text nothing is read: it is no shirt in words. */
export const LONGEST_TYPED = 300;

/** What a copy can say of a name on the back. */
const LONGEST_PRINT = 40;

/** The longest name of a team, in words: "Racing Club de Lens". */
const LONGEST_NAME = 4;

/** "98", "'98": a year, if more than a number stands before it. */
const SHORT_YEAR = /(?<=[^\d\s]\S*\s)['’]?(\d{2})(?=\s|$)/;

/** Small words of a sentence: what follows them is no name. */
const PROSE =
  /^(?:à|au|aux|en|avec|sans|pour|acheté|offert|with|without|for|from|in|at|bought|con|sin|para|por|comprada|com|sem|presente)$/u;

/** A phone's typing, "PSG domicile mbappé 7": names begin with a capital letter. */
const capitalized = (text: string) =>
  /\p{Lu}\p{Ll}/u.test(text)
    ? text
    : text.replace(/(?<![\p{L}'’])\p{Ll}[\p{L}]*/gu, (word) =>
        PROSE.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
      );

/** Words that were no name after all. Sizes are written as labels have them: "l" is "L". */
function asTyped(text: string, said: string): string | null {
  const typed = text.split(/\s+/);
  const words = said
    .split(" ")
    .map((word) =>
      word === word.toUpperCase() ? word : (typed.find((one) => capitalized(one) === word) ?? word),
    );
  return words.join(" ") || null;
}

/** Reads a text as a line of a list is read. Undefined if no word is left for a team. */
export function typedShirt(text: string): TypedShirt | undefined {
  const words = jerseyWords(capitalized(text));
  if (!words) return undefined;
  return shirtOf(text, words.team, words, words.beside);
}

/**
 * The same text with two digits as the year that they may be. Undefined if it says a season, or has no such digits but the number
 * on the back. Clubs are called so, too ("Schalke 04"): who reads it asks for the text as it is first.
 */
export function withYear(text: string, thisYear: number): string | undefined {
  const words = jerseyWords(capitalized(text));
  const digits = words && SHORT_YEAR.exec(words.team)?.[1];
  if (!digits || words.season) return undefined;
  return text.replace(SHORT_YEAR, String(yearOfDigits(digits, thisYear)));
}

/** Words that may be a team's name, and those around them. */
export interface PossibleName {
  called: string;
  before?: string | undefined;
  next?: string | undefined;
}

/** Sequences of words that no fact has taken. */
export function possibleNames(text: string): PossibleName[] {
  return wordRuns(capitalized(text)).flatMap((run) =>
    run.flatMap((_word, from) =>
      run.slice(from, from + LONGEST_NAME).map((_last, more) => {
        const end = from + more + 1;
        return { called: run.slice(from, end).join(" "), before: run[from - 1], next: run[end] };
      }),
    ),
  );
}

/**
 * Reads a text in which a known team is named anywhere. Two digits are the number of a player who is named, or otherwise a
 * year: "Bulls Jordan 23", "Bulls 96". A number beside that of the back is a year, too.
 * @param called the words that name the team, of `possibleNames()`
 */
export function shirtAround(
  text: string,
  { called, name, league }: { called: string; name: string; league: League },
  thisYear: number,
): TypedShirt {
  const said = wordsAround(capitalized(text), called);
  const { printed_name } = said;
  let { season, printed_number } = said;
  const others = [...said.numbers];
  const isHigh = (digits: string) => Number(digits) > HIGHEST_NUMBER[league];
  // "France Zidane 98": no footballer has such a number.
  if (
    !season &&
    others.length === 0 &&
    league === "SOCCER" &&
    printed_number &&
    isHigh(printed_number)
  ) {
    others.push(printed_number);
    printed_number = undefined;
  }
  const isYear = (digits: string) =>
    digits.length === 2 &&
    (printed_number !== undefined ||
      digits.startsWith("0") ||
      (printed_name ? isHigh(digits) : !isNoShirtsYear(digits, league, thisYear)));
  const year = season ? -1 : others.findLastIndex(isYear);
  if (year >= 0) season = String(yearOfDigits(others.splice(year, 1)[0]!, thisYear));
  printed_number ??= others.shift();
  return shirtOf(text, name, { ...said, season, printed_number }, said.beside, ...others);
}

/** @param beside what no fact takes */
function shirtOf(
  text: string,
  team: string,
  said: { [Fact in keyof TypedShirt]?: TypedShirt[Fact] | undefined },
  ...beside: (string | undefined)[]
): TypedShirt {
  const name = said.printed_name ?? "";
  const isName = name.length <= LONGEST_PRINT;
  return {
    team,
    season: said.season ?? null,
    kit_type: said.kit_type ?? null,
    printed_name: (isName && name) || null,
    printed_number: said.printed_number ?? null,
    size: asTyped(text, said.size ?? ""),
    version: said.version ?? null,
    notes: asTyped(text, [!isName && name, ...beside].filter(Boolean).join(" ")),
  };
}

/** Two digits that are more than this are a year, even beside a name: "france 98 zidane", but "Gretzky Oilers 99". */
const HIGHEST_NUMBER: Record<League, number> = {
  SOCCER: 49,
  NBA: 59,
  NFL: 99,
  NHL: 99,
  ESPORT: 49,
};

/** True for the years before the leagues whose shirts people have: "Bulls 45" is a number. */
const isNoShirtsYear = (digits: string, league: League, thisYear: number) =>
  league !== "SOCCER" && yearOfDigits(digits, thisYear) < 1950;

const yearOfDigits = (digits: string, thisYear: number) =>
  (Number(digits) > thisYear % 100 ? 1900 : 2000) + Number(digits);

/** What search is asked for: without what is printed on the back, and the size. */
export function soughtOf({ team, season, kit_type }: TypedShirt): string {
  return [team, season, kit_type].filter(Boolean).join(" ");
}
