import { fold } from "./slug.ts";

/** Everything but letters and digits. Outside ASCII the ranges of letters are listed, as in SQL. */
const SEPARATOR = /[^a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\u{10ffff}]+/u;

/** Dots of initials, and the apostrophe of a possessive. */
const WITHIN_WORD =
  /(?<=(?:^|[^a-z0-9])[a-z])\. ?(?=[a-z](?:$|[^a-z0-9]))|(?<=[a-z])'(?=s(?:$|[^a-z0-9]))/g;

/**
 * A text in which initials with dots and an English possessive are one word: "P.S.G.", "Queen's". The
 * twin of `private.whole_words()`; search asks for such words, and finds names by both spellings.
 */
export function wholeWords(text: string): string {
  if (!/[.'\u2019\u02bc\u00b4`]/.test(text)) return text;
  // An acute accent by itself is folded to a space.
  return fold(text.replace(/[\u00b4`]/g, "'")).replace(WITHIN_WORD, "");
}

/** The different words of a text, folded, in their order: the twin of `private.words()`. */
export function words(text: string): string[] {
  return [...new Set(fold(text).split(SEPARATOR))].filter((word) => word !== "");
}

/** The words of a team's other name, by which such names are compared: the twin of `team_aliases.folded`. */
export const folded = (name: string): string => words(name).join(" ");
