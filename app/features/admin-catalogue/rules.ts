import { z } from "zod";

import { LEAGUES } from "../../domain/leagues.ts";
import type { Problem } from "./kind.ts";

// The database has the same rules as constraints.

export const says = (message: Problem) => ({ message });

const length = (text: string) => [...text].length;

/** Optional text of at most so many characters; null when there is none. */
export const optional = (max: number, problem: Problem) =>
  z
    .string()
    .refine((value) => length(value.trim()) <= max, says(problem))
    .transform((value) => value.trim() || null);

/** A name: required, and from two characters on. */
export const name = (required: Problem, min = 2, max = 120, problem: Problem = "nameLength") =>
  z
    .string()
    .trim()
    .min(1, says(required))
    .refine(
      (value) => value === "" || (length(value) >= min && length(value) <= max),
      says(problem),
    );

/** A whole number; what is left empty is `none`. */
export const integer = <None>(none: None, min: number, max: number, problem: Problem) =>
  z
    .string()
    .refine((value) => /^\s*(-?\d+)?\s*$/.test(value), says(problem))
    .transform((value): number | None => (value.trim() === "" ? none : Number.parseInt(value, 10)))
    .refine((value) => typeof value !== "number" || (value >= min && value <= max), says(problem));

export const league = (problem: Problem) => z.string().pipe(z.enum(LEAGUES, says(problem)));

export const country = z.string().transform((value) => value || null);
