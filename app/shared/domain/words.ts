import { fold } from "./slug.ts";

/** Everything but letters and digits. Outside ASCII the ranges of letters are listed, as in SQL. */
const SEPARATOR = /[^a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\u{10ffff}]+/u;

/** The different words of a text, folded, in their order: the twin of `private.words()`. */
export function words(text: string): string[] {
  return [...new Set(fold(text).split(SEPARATOR))].filter((word) => word !== "");
}
