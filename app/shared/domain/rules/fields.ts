import { z } from "zod";

import { LEAGUES } from "../leagues.ts";
import { isVisible, lengthOf, tidy } from "./text.ts";

// The kinds of fields that rules consist of: each turns typed text into the stored value.

/** A rule's message, a key under `problems`. */
export const says = <Problem extends string>(message: Problem) => ({ message });

/** Optional text of at most so many characters; null when there is none. */
export const optionalText = (max: number, problem: string) =>
  z
    .string()
    .refine((text) => lengthOf(text) <= max, says(problem))
    .transform((text) => tidy(text) || null);

/** The same in one line, which shows all of its characters. */
export const optionalLine = (max: number, problem: string) =>
  z
    .string()
    .refine((text) => lengthOf(text) <= max, says(problem))
    .refine(isVisible, says(HIDDEN))
    .transform((text) => tidy(text) || null);

/** The message about invisible characters. */
const HIDDEN = "hidden";

/** Required text in one line; an empty one may have a message of its own. */
export const requiredLine = (
  min: number,
  max: number,
  problems: { missing: string; short: string; long: string },
) =>
  z
    .string()
    .transform(tidy)
    .refine((text) => text !== "", says(problems.missing))
    .refine((text) => text === "" || lengthOf(text) >= min, says(problems.short))
    .refine((text) => lengthOf(text) <= max, says(problems.long))
    .refine(isVisible, says(HIDDEN));

/** A whole number in decimal digits; `none` if nothing is typed. */
export const wholeNumber = <None>(none: None, min: number, max: number, problem: string) =>
  z
    .string()
    .transform(tidy)
    .refine((text) => text === "" || isWithin(text, min, max), says(problem))
    .transform((text) => (text === "" ? none : Number(text)));

function isWithin(text: string, min: number, max: number): boolean {
  return /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}

export const league = (problem: string) => z.string().pipe(z.enum(LEAGUES, says(problem)));

/** The id of a chosen row. */
export const chosen = (problem: string) => z.string().min(1, says(problem));
