// Text rules of the database (`private.tidy`, `char_length`); tests/rules/shared/field-rules.test.ts
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

/** Control, zero-width and bidirectional characters, fillers, variation selectors and tags. */
const HIDDEN = new RegExp(
  `[${[
    "\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f",
    "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0",
    "\\ufff0-\\ufffb\\ufffe\\uffff\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}",
    "\\u{e0000}-\\u{e0fff}",
  ].join("")}]`,
  "u",
);

/** Five marks on one letter stand over the lines above it; no language needs more than four. */
const STACKED = new RegExp(
  `[${[
    "\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u0610-\\u061a\\u064b-\\u065f\\u08d3-\\u08ff\\u0951-\\u0954",
    "\\u0e31\\u0e34-\\u0e3a\\u0e47-\\u0e4e\\u1ab0-\\u1aff\\u1cd0-\\u1cff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ua8e0-\\ua8f1\\ufe20-\\ufe2f",
  ].join("")}]{5}`,
  "u",
);

/** Emoji keep their joiners, their variation, and the tags of a flag (Scotland). */
const JOINED =
  /([\u203c-\u3299\u{1f000}-\u{1faff}]\ufe0f?)\u200d(?=[\u203c-\u3299\u{1f000}-\u{1faff}])/gu;
const VARIED = /([#*0-9\u00a9\u00ae\u203c-\u3299\u{1f000}-\u{1faff}])[\ufe0e\ufe0f]/gu;
const FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;

/**
 * True if a text of one line shows all of its characters in this line: none that is invisible or turns the
 * text around it, no pile of marks (`private.is_visible`).
 */
export function isVisible(text: string): boolean {
  const shown = tidy(text);
  if (STACKED.test(shown)) return false;
  if (!HIDDEN.test(shown)) return true;
  const plain = shown.replace(JOINED, "$1").replace(VARIED, "$1").replace(FLAG, "");
  return !HIDDEN.test(plain);
}
