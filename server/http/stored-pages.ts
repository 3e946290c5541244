import { screenAt } from "../../app/address/screen-at.ts";
import type { Screen } from "../../app/address/screens.ts";
import { languageOf } from "../../app/i18n/languages.ts";

/**
 * The parameters that decide what a screen shows. Screens that aren't listed are stored without a query only: they read
 * none, or only scripts and free text do.
 */
export const READ: Partial<Record<Screen, readonly string[]>> = {
  home: ["q", "show", "competition", "league", "trends", "season"],
  sports: ["league"],
  trends: ["league"],
  sport: ["after"],
  competition: ["season", "after"],
  season: ["page"],
  team: ["decade", "after"],
  brand: ["after"],
  member: ["after"],
  variations: ["after"],
};

/** A drawing and its facts (`app/address/shirt-url.ts`). */
const SHIRT = "/shirt.svg";
const SHIRT_FACTS = ["league", "kit", "team", "year", "colors", "back"];

/** Longer values are no page of the site. */
const LONGEST_VALUE = 400;

/**
 * Whether the page cache may store the page at a path with its query: each parameter is one that the screen reads, and
 * has one value. Otherwise anyone could fill the cache with copies of a page (`?x=1`, `?x=2`).
 */
export function isStored(path: string): boolean {
  const { pathname, searchParams } = new URL(path, "http://site");
  if (searchParams.size === 0) return true;
  const page = pathname.replace(/(?:(?<=\/)_)?\.data$/, "");
  const screen = screenAt(page);
  const read = pathname === SHIRT ? SHIRT_FACTS : ((screen && READ[screen]) ?? []);
  const names = [...searchParams.keys()];
  const isOfPage = ([name, value]: [string, string]) =>
    name === "_routes" && page !== pathname
      ? isRouteOf(page, screen, value)
      : read.includes(name) && value.length <= LONGEST_VALUE;
  return new Set(names).size === names.length && [...searchParams].every(isOfPage);
}

/** Whether the router's data request names the route of this very page (app/routes.ts). */
function isRouteOf(page: string, screen: Screen | undefined, route: string): boolean {
  const name = `${languageOf(page)}.${screen}`;
  return screen !== undefined && (route === name || /^\.\d$/.test(route.replace(name, "")));
}
