import type { Screen } from "./paths.ts";

/** The screens on which shirts are looked through; a visitor goes from one to the next. */
export const CATALOGUE_SCREENS = [
  "home",
  "competitions",
  "competition",
  "sports",
  "sport",
  "trends",
  "team",
  "jersey",
  "variations",
] as const satisfies Screen[];
