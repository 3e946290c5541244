import { type CatalogueSort, FORMER_SORTS, SORTS } from "./catalogue-sorts.ts";
import { COLORS } from "../../shared/domain/colors.ts";
import { KIT_TYPES } from "../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import {
  FACET_FACTS,
  type FacetFact,
  FREE_FACETS,
  isFreeFacet,
} from "../../shared/domain/facts/jersey.ts";
import { SHORTEST_QUERY, tidyQuery } from "../../shared/domain/search-text.ts";
import { sportSlug } from "../../shared/domain/sports.ts";

const FACETS = FACET_FACTS.map(({ name }) => name);

/** Filters with several values: a value more widens the result. */
export const LIST_FILTERS = [
  "sport",
  "competition",
  "team",
  "brand",
  "kit",
  "color",
  ...FACETS,
] as const;

export type ListFilter = (typeof LIST_FILTERS)[number];

/** Filters whose values have a name of their own, which the database knows. */
export const NAMED_FILTERS = ["competition", "team", "brand", ...FREE_FACETS] as const;

export type NamedFilter = (typeof NAMED_FILTERS)[number];

/** The filters of the catalogue, in the order in which they are offered. They narrow each other. */
const FILTERS = [...LIST_FILTERS, "years", "photo", "q", "own"] as const;

export type Filter = (typeof FILTERS)[number];

/** A member's own side: the jerseys on their shelves, on neither, and those they voted on. */
export const OWN_SIDES = ["collection", "wishlist", "neither", "voted"] as const;

export type OwnSide = (typeof OWN_SIDES)[number];

/** With a photo, or drawn. */
export const PHOTOS = ["1", "0"] as const;

/** The most values of one filter. */
export const MOST_VALUES = 10;

/** What an address of the catalogue asks for (docs/product/browse.md 22). */
export interface CatalogueQuery extends Record<ListFilter, readonly string[]> {
  from: number | undefined;
  to: number | undefined;
  photo: (typeof PHOTOS)[number] | undefined;
  /** Words; empty if there are none. */
  q: string;
  own: OwnSide | undefined;
  sort: CatalogueSort;
  /** The cursor of a later step. */
  after: string | undefined;
}

/**
 * Why a value is left out: the catalogue doesn't know it, the filter has ten already, the filter takes one
 * value and has it, or the words are too short.
 */
export const DROP_REASONS = ["unknown", "most", "repeated", "short"] as const;

/** A value of an address that is left out. */
export interface DroppedValue {
  name: string;
  value: string;
  reason: (typeof DROP_REASONS)[number];
}

export const EMPTY_QUERY: CatalogueQuery = {
  sport: [],
  competition: [],
  team: [],
  brand: [],
  kit: [],
  color: [],
  ...(Object.fromEntries(FACETS.map((name) => [name, []])) as Record<FacetFact["name"], []>),
  from: undefined,
  to: undefined,
  photo: undefined,
  q: "",
  own: undefined,
  sort: "best",
  after: undefined,
};

/** The parameters of an address, in their canonical order. */
const PARAMETERS = [
  ...[
    "sport",
    "competition",
    "team",
    "brand",
    "kit",
    "from",
    "to",
    "color",
    ...FACETS,
    "photo",
    "q",
  ],
  ...["own", "sort", "after"],
];

/** The values of filters that have a fixed set of them, in their order. */
export const KNOWN_VALUES: Partial<Record<ListFilter, readonly string[]>> = {
  sport: LEAGUES.map(sportSlug),
  kit: KIT_TYPES,
  color: COLORS,
  ...Object.fromEntries(
    FACET_FACTS.flatMap((fact) => ("choices" in fact ? [[fact.name, fact.choices]] : [])),
  ),
};

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** As in the database (`teams_slug_format`). */
const LONGEST_SLUG = 200;
const CURSOR = /^[\w.~:+/=-]{1,400}$/;

/** The years that a jersey can have (docs/product/site.md 2.8). */
const YEAR = /^(1[89]|20)\d\d$/;

/** Longer values aren't repeated on the page. */
const LONGEST_NAMED = 60;

/**
 * Reads an address. Reversed years are swapped, a decade becomes years, and what the catalogue can't
 * know is dropped and named. Whether a slug exists is for the database to say (`withoutValues`).
 */
export function parseCatalogue(params: URLSearchParams): {
  query: CatalogueQuery;
  dropped: DroppedValue[];
} {
  const dropped: DroppedValue[] = [];
  const drop = (name: string, value: string, reason: DroppedValue["reason"]) => {
    dropped.push({ name, value: value.slice(0, LONGEST_NAMED), reason });
  };
  const values = (name: string) => [
    ...new Set(
      params
        .getAll(name)
        .map((value) => value.trim())
        .filter(Boolean),
    ),
  ];
  /** The values that pass, the others dropped. */
  const passing = (name: string, passes: (value: string) => boolean, most: number) => {
    const [known, unknown] = partition(values(name), passes);
    for (const value of unknown) drop(name, value, "unknown");
    for (const value of known.slice(most)) drop(name, value, most === 1 ? "repeated" : "most");
    return known.slice(0, most);
  };
  const lists = Object.fromEntries(
    LIST_FILTERS.map((name) => {
      const known = KNOWN_VALUES[name];
      const passes = (value: string) =>
        known?.includes(value) ??
        ((isFreeFacet(name) && !/\p{Cc}/u.test(value)) ||
          (SLUG.test(value) && value.length <= LONGEST_SLUG));
      return [name, inOrder(name, passing(name, passes, MOST_VALUES))];
    }),
  ) as Record<ListFilter, string[]>;
  const one = <T extends string>(name: string, known: readonly T[]) =>
    passing(name, (value) => (known as readonly string[]).includes(value), 1)[0] as T | undefined;
  const photos = passing("photo", (value) => (PHOTOS as readonly string[]).includes(value), 2);
  const words = tidyQuery(values("q")[0] ?? "");
  const isSearched = words.length >= SHORTEST_QUERY;
  if (words && !isSearched) drop("q", words, "short");
  const query: CatalogueQuery = {
    ...lists,
    ...yearsOf(passing),
    // Both together are all jerseys.
    photo: photos.length === 1 ? (photos[0] as CatalogueQuery["photo"]) : undefined,
    q: isSearched ? words : "",
    own: one("own", OWN_SIDES),
    sort: sortOf(one("sort", [...SORTS, ...FORMER_SORTS])),
    after: values("after").find((value) => CURSOR.test(value)),
  };
  return { query, dropped };
}

const sortOf = (given: string | undefined): CatalogueSort =>
  SORTS.find((sort) => sort === given) ?? "best";

type Passing = (name: string, passes: (value: string) => boolean, most: number) => string[];

function yearsOf(passing: Passing): Pick<CatalogueQuery, "from" | "to"> {
  const isYear = (value: string) => YEAR.test(value);
  const decades = passing("decade", (value) => isYear(value) && value.endsWith("0"), MOST_VALUES);
  const from = passing("from", isYear, 1)[0];
  const to = passing("to", isYear, 1)[0];
  if (from === undefined && to === undefined && decades.length > 0) {
    const starts = decades.map(Number);
    return { from: Math.min(...starts), to: Math.max(...starts) + 9 };
  }
  const years = [from, to].map((year) => (year === undefined ? undefined : Number(year)));
  const [first, last] = years;
  return first !== undefined && last !== undefined && first > last
    ? { from: last, to: first }
    : { from: first, to: last };
}

function partition<T>(all: readonly T[], passes: (one: T) => boolean): [T[], T[]] {
  return [all.filter(passes), all.filter((one) => !passes(one))];
}

/** The values of a filter in their canonical order: that of the fixed set, otherwise by name. */
function inOrder(name: ListFilter, values: readonly string[]): string[] {
  return KNOWN_VALUES[name]?.filter((value) => values.includes(value)) ?? values.toSorted();
}

/** The parameters of a query in canonical order. */
function parametersOf(query: CatalogueQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = query[name as keyof CatalogueQuery];
    for (const one of typeof value === "object" ? value : [value]) {
      const isDefault = one === undefined || one === "" || (name === "sort" && one === "best");
      if (!isDefault) params.append(name, String(one));
    }
  }
  return params;
}

/** The canonical query string, with its question mark; empty without filters in the default order. */
export function catalogueSearch(query: CatalogueQuery): string {
  const params = parametersOf(query);
  return params.size > 0 ? `?${params}` : "";
}

/**
 * The canonical query string of an address with known values; undefined if it is canonical already.
 * Parameters of others (`utm_source`) stay out of it.
 */
export function canonicalSearch(
  params: URLSearchParams,
  query: CatalogueQuery,
): string | undefined {
  const ours = new URLSearchParams(
    [...params].filter(([name]) => PARAMETERS.includes(name) || name === "decade"),
  );
  const canonical = parametersOf(query).toString();
  return ours.toString() === canonical ? undefined : catalogueSearch(query);
}

/**
 * The query string to which the screen sends an address on; undefined if it shows the page there. Values that
 * are left out stay in the address: the page names them.
 */
export function redirectedSearch(
  params: URLSearchParams,
  { query, dropped } = parseCatalogue(params),
): string | undefined {
  return dropped.length > 0 ? undefined : canonicalSearch(params, query);
}

/** Whether an address asks for more than the stored page: for a filter, an order or a step. */
export function isFiltering(params: URLSearchParams): boolean {
  return [...PARAMETERS, "decade"].some((name) =>
    params.getAll(name).some((value) => value.trim()),
  );
}

/** The filters that a query sets. */
export function setFilters(query: CatalogueQuery): Filter[] {
  return FILTERS.filter((filter) => isSet(query, filter));
}

export function isSet(query: CatalogueQuery, filter: Filter): boolean {
  if (filter === "years") return query.from !== undefined || query.to !== undefined;
  return (query[filter]?.length ?? 0) > 0;
}

/** The same query from its first step on. */
function fromStart(query: CatalogueQuery, change: Partial<CatalogueQuery>): CatalogueQuery {
  return { ...query, ...change, after: undefined };
}

/** Without one of its filters. */
export function withoutFilter(query: CatalogueQuery, filter: Filter): CatalogueQuery {
  if (filter === "years") return fromStart(query, { from: undefined, to: undefined });
  return fromStart(query, { [filter]: EMPTY_QUERY[filter] });
}

/** Without any filter; the order stays. */
export function withoutFilters(query: CatalogueQuery): CatalogueQuery {
  return { ...EMPTY_QUERY, sort: query.sort };
}

/** With a value added, or removed if it was chosen. */
export function withToggled(
  query: CatalogueQuery,
  filter: ListFilter,
  value: string,
): CatalogueQuery {
  const chosen = query[filter];
  const values = chosen.includes(value)
    ? chosen.filter((other) => other !== value)
    : [...chosen, value];
  return fromStart(query, { [filter]: inOrder(filter, values) });
}

/** With the one value of `photo` or `own` chosen, or removed if it was. */
export function withOne<Name extends "photo" | "own">(
  query: CatalogueQuery,
  name: Name,
  value: NonNullable<CatalogueQuery[Name]>,
): CatalogueQuery {
  return fromStart(query, { [name]: query[name] === value ? undefined : value });
}

/** With a decade instead of other years, or without years if it was the decade. */
export function withDecade(query: CatalogueQuery, start: number): CatalogueQuery {
  const isChosen = decadeOfQuery(query) === start;
  return fromStart(query, {
    from: isChosen ? undefined : start,
    to: isChosen ? undefined : start + 9,
  });
}

export function withAfter(query: CatalogueQuery, after: string | undefined): CatalogueQuery {
  return { ...query, after };
}

/** The first year of a query's decade; undefined if its years aren't one. */
export function decadeOfQuery({ from, to }: CatalogueQuery): number | undefined {
  return from !== undefined && from % 10 === 0 && to === from + 9 ? from : undefined;
}

/** Without the slugs that the database doesn't know, and those named. */
export function withoutValues(
  query: CatalogueQuery,
  isKnown: (filter: NamedFilter, value: string) => boolean,
): { query: CatalogueQuery; dropped: DroppedValue[] } {
  const dropped: DroppedValue[] = [];
  const remaining = { ...query };
  for (const filter of NAMED_FILTERS) {
    const [known, unknown] = partition(query[filter], (value) => isKnown(filter, value));
    remaining[filter] = known;
    for (const value of unknown) {
      dropped.push({ name: filter, value: value.slice(0, LONGEST_NAMED), reason: "unknown" });
    }
  }
  return { query: remaining, dropped };
}

/**
 * The query of the page that search engines index for this one: itself, if it has no filter, or one
 * with one value, in the default order from the first step on. Words and a member's own side are
 * never indexed, of the years only decades.
 */
export function indexedQuery(query: CatalogueQuery): CatalogueQuery {
  const single = LIST_FILTERS.find((filter) => query[filter].length === 1);
  if (single) return { ...EMPTY_QUERY, [single]: query[single] };
  const decade = decadeOfQuery(query);
  if (decade !== undefined) return { ...EMPTY_QUERY, from: decade, to: decade + 9 };
  return query.photo ? { ...EMPTY_QUERY, photo: query.photo } : EMPTY_QUERY;
}

export function isIndexed(query: CatalogueQuery): boolean {
  return catalogueSearch(indexedQuery(query)) === catalogueSearch(query);
}

/** The query as the functions of the database take it; `own` is for members' reads only. */
export function filterOf(query: CatalogueQuery) {
  const { from, to, photo, q, own } = query;
  const lists = LIST_FILTERS.flatMap((name) =>
    query[name].length > 0 ? [[name, [...query[name]]] as const] : [],
  );
  return {
    ...(Object.fromEntries(lists) as Partial<Record<ListFilter, string[]>>),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(photo && { photo }),
    ...(q && { q }),
    ...(own && { own }),
  };
}
