// Text rules of the database (`private.tidy`, `char_length`); tests/rules/field-rules.test.ts
// compares both.

/** White space of Unicode, as `\s` in PostgreSQL. JavaScript's `\s` differs: no U+0085, but U+FEFF. */
export const SPACES =
  "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const EDGES = new RegExp(`^[${SPACES}\\u200b\\ufeff]+|[${SPACES}\\u200b\\ufeff]+$`, "g");

/**
 * The text without surrounding white space and without what PostgreSQL can't store: U+0000 and lone
 * surrogates.
 */
export function tidy(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().replace(EDGES, "");
}

/** Code points of the tidied text, as the database counts them: an emoji is one. */
export function lengthOf(text: string): number {
  return [...tidy(text)].length;
}

export function hasLength(text: string, min: number, max: number): boolean {
  const length = lengthOf(text);
  return length >= min && length <= max;
}
