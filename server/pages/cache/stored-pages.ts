import { canonicalPath } from "../../../app/shared/address/canonical-path.ts";
import { cursorOf } from "../../../app/shared/address/cursor.ts";
import { orderedSearch } from "../../../app/shared/address/ordered-search.ts";
import { pathsOf } from "../../../app/shared/address/paths.ts";
import { isAt, screenAt } from "../../../app/shared/address/screen-at.ts";
import { routeId } from "../../../app/shared/address/screen-file.ts";
import { isTextScreen, type Screen } from "../../../app/shared/address/screens.ts";
import { drawnShirt, shirtUrl } from "../../../app/shared/address/shirt-url.ts";
import { isLeague } from "../../../app/shared/domain/leagues.ts";
import { isDay, isMonth } from "../../../app/shared/domain/day.ts";
import { jerseysShown } from "../../../app/browse/domain/shown-results.ts";
import { tidyQuery } from "../../../app/shared/domain/search-text.ts";
import { isUuid } from "../../../app/shared/domain/uuid.ts";
import { inLanguage, languageOf, LANGUAGES } from "../../../app/shared/i18n/languages.ts";

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
  home: {
    competition: (value) => isUuid(value) && value === value.toLowerCase(),
    league,
  },
  search: {
    q: (value) => tidyQuery(value) === value,
    show: (value, all) => all.has("q") && value === String(jerseysShown(all)),
  },
  sports: { league },
  competitions: { league },
  trends: { league },
  today: {
    month: (value) => isMonth(value),
    guess: without("month", (value) => isDay(value)),
  },
  sport: { after },
  // A season is sent on to its page, and any other value is unknown.
  competition: { after },
  season: { page: (value) => /^[1-9]\d{0,3}$/.test(value) },
  team: { decade: (value) => /^(?:\d{3}0|all)$/.test(value) },
  brand: { after },
  // Their loaders send headers that forbid storing.
  member: { after },
  list: { after },
  year: { key: isUuid },
  variations: { after },
};

/** A drawing (`app/shared/address/shirt-url.ts`). */
const SHIRT = "/shirt.svg";

/** A jersey on another site (`embedPath()`). */
const EMBED = new RegExp(`^/embed/jersey/[0-9a-f-]{36}\\?lang=(?:${LANGUAGES.join("|")})$`);

/** Longer queries are no page of the site. */
const LONGEST_QUERY = 400;

/**
 * The part of the page cache that keeps a page: `free` has those that any visitor can have made in any number, by
 * words of their own. They evict each other, and no page that others visit.
 */
export type Share = "pages" | "free";

/** Screens at addresses with any id at all: their loader reads no row. */
const OF_ANY_ID: readonly (Screen | undefined)[] = ["suggest"];
/** Parameters with any words, or any place in a list. */
const FREE = ["q", "after"];

/**
 * Where the page cache may store the page at a path with its query, if at all: the path and the query are spelled as
 * the site's links spell them, each parameter is one that the screen reads, and has one value that the screen knows.
 * Otherwise anyone could fill the cache with copies of a page (`?x=1`, `?&`, `/%74rends`).
 */
export function shareOf(path: string): Share | undefined {
  const { pathname, search, searchParams } = new URL(path, "http://site");
  if (search.length > LONGEST_QUERY) return undefined;
  if (pathname === SHIRT) {
    return SHIRT + search === shirtUrl(drawnShirt(searchParams)) ? "free" : undefined;
  }
  if (EMBED.test(path)) return "pages";
  const page = pathname.replace(/(?:(?<=\/)_)?\.data$/, "");
  const screen = screenAt(page);
  if (!isOwnSpelling(page, screen) || search !== ownSearch(searchParams)) return undefined;
  const read = (screen && READ[screen]) ?? {};
  const isOfPage = ([name, value]: [string, string]) =>
    name === "_routes" && page !== pathname
      ? screen !== undefined && value === routeAt(screen, page)
      : Object.hasOwn(read, name) && (read[name]?.(value, searchParams) ?? false);
  if (![...searchParams].every(isOfPage)) return undefined;
  const isFree = OF_ANY_ID.includes(screen) || FREE.some((name) => searchParams.has(name));
  return isFree ? "free" : "pages";
}

/**
 * Whether a path is spelled as in links. No path of the site has capitals or percent-encoded letters, which the router
 * reads as others. The words of a variation are made by `slug()`, which drops whatever is between them.
 */
function isOwnSpelling(page: string, screen: Screen | undefined): boolean {
  const spelling =
    screen === "variations" ? /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/ : /^\/[a-z0-9/._-]*$/;
  return spelling.test(page) && canonicalPath(page) === undefined;
}

/** The query as links write it, each parameter once; the router adds the route that it asks for. */
function ownSearch(params: URLSearchParams): string {
  const route = params.get("_routes");
  const others = new Map([...params].filter(([name]) => name !== "_routes"));
  const search = orderedSearch(new URLSearchParams([...others]));
  if (route === null) return search;
  return `${search || "?"}${search && "&"}${new URLSearchParams({ _routes: route })}`;
}

/** The id of the route of a page (app/routes.ts), which the router's data request names. */
function routeAt(screen: Screen, page: string): string {
  if (isTextScreen(screen)) return "text";
  const lang = languageOf(page);
  if (screen === "home") return routeId(screen, LANGUAGES.indexOf(lang));
  return routeId(
    screen,
    pathsOf(screen).findIndex((path) => isAt(inLanguage(path, lang), page)),
  );
}
