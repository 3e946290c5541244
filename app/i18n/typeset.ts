import type { Language } from "./languages.ts";

/**
 * French has a space before these signs and inside quotation marks, where a line must not break. It
 * is replaced here, so that nobody has to type a no-break space, which looks like any other.
 */
const FRENCH_SPACE = / (?=[:;?!»])|(?<=«) /g;

/** A text as it is shown in a language. */
export function typeset(text: string, lang: Language): string {
  return lang === "fr" ? text.replaceAll(FRENCH_SPACE, "\u00a0") : text;
}
