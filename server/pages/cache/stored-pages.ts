import { cursorOf } from "../../../app/shared/address/cursor.ts";
import { screenAt } from "../../../app/shared/address/screen-at.ts";
import type { Screen } from "../../../app/shared/address/screens.ts";
import { isLeague } from "../../../app/shared/domain/leagues.ts";
import { jerseysShown } from "../../../app/browse/domain/shown-results.ts";
import { tidyQuery } from "../../../app/shared/domain/search-text.ts";
import { seasonName } from "../../../app/shared/domain/season.ts";
import { isUuid } from "../../../app/shared/domain/uuid.ts";

type Known = Readonly<Record<string, IsKnown>>;

/** Whether a parameter's value is one that a screen knows, in the one spelling that its links have. */
type IsKnown = (value: string, all: URLSearchParams) => boolean;

const after: IsKnown = (value) => cursorOf(value) !== undefined;
const league: IsKnown = (value) => isLeague(value);
const without =
  (name: string, isKnown: IsKnown): IsKnown =>
  (value, all) =>
    !all.has(name) && isKnown(value, all);

/**
 * The parameters that decide what a screen shows, and their values. Of values that only the database knows, the form is
 * checked here, and the loader says whether they exist (`storedIf()`). Screens that aren't listed are stored without a
 * query only: they read none, or only scripts and free text do.
 */
export const READ: Partial<Record<Screen, Known>> = {
  // A search reads nothing else.
  home: {
    q: (value) => tidyQuery(value) === value,
    show: (value, all) => all.has("q") && value === String(jerseysShown(all)),
    competition: without("q", isUuid),
    league: without("q", league),
    trends: without("q", (value) => value === "rising"),
    season: without("q", (value) => seasonName(value) !== undefined),
  },
  sports: { league },
  trends: { league },
  sport: { after },
  // A season is sent on to its page, and any other value is unknown.
  competition: { after },
  season: { page: (value) => /^[1-9]\d{0,3}$/.test(value) },
  team: { decade: (value) => /^(?:\d{3}0|all)$/.test(value), after },
  brand: { after },
  member: { after },
  variations: { after },
};

/** A drawing and its facts (`app/shared/address/shirt-url.ts`). */
const SHIRT = "/shirt.svg";
const FACT: IsKnown = () => true;
const SHIRT_FACTS: Known = {
  league: FACT,
  kit: FACT,
  team: FACT,
  year: FACT,
  colors: FACT,
  back: FACT,
};

/** Longer values are no page of the site. */
const LONGEST_VALUE = 400;

/**
 * Whether the page cache may store the page at a path with its query: each parameter is one that the screen reads, and
 * has one value that the screen knows. Otherwise anyone could fill the cache with copies of a page (`?x=1`, `?x=2`).
 */
export function isStored(path: string): boolean {
  const { pathname, searchParams } = new URL(path, "http://site");
  if (searchParams.size === 0) return true;
  const page = pathname.replace(/(?:(?<=\/)_)?\.data$/, "");
  const screen = screenAt(page);
  const read: Known = pathname === SHIRT ? SHIRT_FACTS : ((screen && READ[screen]) ?? {});
  const names = [...searchParams.keys()];
  const isOfPage = ([name, value]: [string, string]) =>
    name === "_routes" && page !== pathname
      ? isRouteOf(screen, value)
      : Object.hasOwn(read, name) &&
        value.length <= LONGEST_VALUE &&
        (read[name]?.(value, searchParams) ?? false);
  return new Set(names).size === names.length && [...searchParams].every(isOfPage);
}

/** Whether the router's data request names the route of this very page (app/routes.ts). */
function isRouteOf(screen: Screen | undefined, route: string): boolean {
  return screen !== undefined && (route === screen || /^\.\d$/.test(route.replace(screen, "")));
}
