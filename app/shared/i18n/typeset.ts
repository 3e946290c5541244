import type { Language } from "./languages.ts";

/**
 * French has a space before these signs and inside quotation marks, where a line must not break. It
 * is replaced here, so that nobody has to type a no-break space, which looks like any other.
 */
const FRENCH_SPACE = / (?=[:;?!»])|(?<=«) /g;

/** Between a number and its sign, and between the thousands of a number. */
const NUMBER_SPACE = /(?<=\d) (?=[€%]|\d{3}(?!\d))|(?<=€) (?=\d)/g;

const NO_BREAK = "\u00a0";

/** A text with no-break spaces where its language wants them. */
export function typeset(text: string, lang: Language): string {
  const numbers = text.replaceAll(NUMBER_SPACE, NO_BREAK);
  return lang === "fr" ? numbers.replaceAll(FRENCH_SPACE, NO_BREAK) : numbers;
}

/** The same for all texts of an object or list, however deep. */
export function typesetAll<Texts>(texts: Texts, lang: Language): Texts {
  if (typeof texts === "string") return typeset(texts, lang) as Texts;
  if (Array.isArray(texts)) return texts.map((text) => typesetAll<unknown>(text, lang)) as Texts;
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typesetAll<unknown>(text, lang)]),
  ) as Texts;
}
