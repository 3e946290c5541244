import type { Language } from "./languages.ts";

/**
 * French has a space before these signs and inside quotation marks, where a line must not break. It
 * is replaced here, so that nobody has to type a no-break space, which looks like any other.
 */
const FRENCH_THIN = / (?=[;?!])/g;
const FRENCH_SPACE = / (?=[:»])|(?<=«) /g;

/** Between a number and its sign or unit, and around the sign between two lengths. */
const NUMBER_SPACE =
  /(?<=[\d}]) (?=[€%]|(?:s|px|[MG][Bo])(?!\p{L}))|(?<=€) (?=[\d{])|(?<=[\d}]) (?=×)|(?<=×) (?=[\d{])/gu;

/** Between the thousands of a number, as `Intl` has it in French; the other languages have a sign there. */
const THOUSANDS = /(?<=\d) (?=\d{3}(?!\d))/g;

const NO_BREAK = "\u00a0";
const THIN = "\u202f";

/** A text with no-break spaces where its language wants them; the ones `Intl` puts into numbers. */
export function typeset(text: string, lang: Language): string {
  const numbers = text.replaceAll(NUMBER_SPACE, NO_BREAK).replaceAll(THOUSANDS, THIN);
  return lang === "fr"
    ? numbers.replaceAll(FRENCH_THIN, THIN).replaceAll(FRENCH_SPACE, NO_BREAK)
    : numbers;
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
