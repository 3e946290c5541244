import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { Version } from "../copies/copy-details.ts";
import { jerseyWords } from "../exchange/jersey-words.ts";

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

/** "98", "'98": a year, if more than a number stands before it. */
const SHORT_YEAR = /(?<=[^\d\s]\S*\s)['’]?(\d{2})(?=\s|$)/;

/** A phone's typing, "psg domicile mbappé 7": names begin with a capital letter. */
const capitalized = (text: string) =>
  text === text.toLowerCase()
    ? text.replace(/(?<![\p{L}'’])\p{Ll}/gu, (letter) => letter.toUpperCase())
    : text;

/** Reads a text as a line of a list is read. Undefined if no word is left for a team. */
export function typedShirt(text: string): TypedShirt | undefined {
  const words = jerseyWords(capitalized(text));
  if (!words) return undefined;
  return {
    team: words.team,
    season: words.season ?? null,
    kit_type: words.kit_type ?? null,
    printed_name: words.printed_name ?? null,
    printed_number: words.printed_number ?? null,
    size: words.size ?? null,
    version: words.version ?? null,
    notes: words.beside ?? null,
  };
}

/**
 * The same text with two digits as the year that they may be. Undefined if it says a season, or has no such digits but the number
 * on the back. Clubs are called so, too ("Schalke 04"): who reads it asks for the text as it is first.
 */
export function withYear(text: string, thisYear: number): string | undefined {
  const words = jerseyWords(capitalized(text));
  const digits = words && SHORT_YEAR.exec(words.team)?.[1];
  if (!digits || words.season) return undefined;
  const year = (Number(digits) > thisYear % 100 ? 1900 : 2000) + Number(digits);
  return text.replace(SHORT_YEAR, String(year));
}

/** What search is asked for: without what is printed on the back, and the size. */
export function soughtOf({ team, season, kit_type }: TypedShirt): string {
  return [team, season, kit_type].filter(Boolean).join(" ");
}
