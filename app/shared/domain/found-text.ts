import { words } from "./words.ts";

/** Initials with dots: "A.C. Milan", "P.S.G". */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?!\p{L})\.?/gu;

/** The s of "Newell's", which is also written "Newells". */
const OWNERS = /(\p{L})['’ʼ´`](s)(?!\p{L})/giu;

const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

const joined = (text: string) =>
  text
    .normalize("NFC")
    .replace(INITIALS, (initials) => `${initials.replaceAll(".", "")} `)
    .replace(OWNERS, "$1$2");

/** A text as `isFound` looks through it: its words in all spellings that search knows. */
export function foundText(...texts: readonly (string | number | null | undefined)[]): string {
  const text = texts.filter((part) => part !== null && part !== undefined).join(" ");
  const names = joined(text);
  const german = names.replace(/[äöü]/giu, (letter) => UMLAUTS[letter.toLowerCase()]!);
  return ["", ...words(`${text} ${names} ${german}`), ""].join(" ");
}

/** The words of a query for `isFound`. */
export const soughtWords = (query: string): string[] => words(joined(query));

/**
 * Whether each word begins one of the text. For lists that the browser filters: as in search, spelling, dots, hyphens and
 * accents don't matter, and the last word may be unfinished. One or two digits are a whole word: "Ligue 2" isn't 2025.
 */
export function isFound(text: string, sought: readonly string[]): boolean {
  return sought.every((word) => text.includes(/^\d{1,2}$/.test(word) ? ` ${word} ` : ` ${word}`));
}
