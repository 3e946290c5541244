import { teamSlug } from "../../../shared/domain/slug.ts";
import { foundText, isFound, soughtWords } from "../../../shared/domain/found-text.ts";
import { type Copy } from "./copy.ts";
import { CONDITIONS, DETAIL_LIST, VERSIONS } from "./copy-details.ts";
import type { CopyFacts } from "./facts.ts";
import { KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import { SPORTS_OF_SHIRTS } from "../../../shared/domain/leagues.ts";
import { COPY_SORTS, type CopySort } from "./sort.ts";

/** A copy with the facts of its jersey in the reader's language. */
export interface CopyEntry {
  copy: Copy;
  facts: CopyFacts;
}

/** Filters with several values: a value more widens the result. */
export const COPY_LIST_FILTERS = [
  "team",
  "league",
  "season",
  "kit",
  "version",
  "condition",
  "size",
] as const;

export type CopyListFilter = (typeof COPY_LIST_FILTERS)[number];

/** What a copy is or lacks. Each one narrows the result. */
export const COPY_MARKS = ["lent", "no-photo", "no-price"] as const;

type CopyMark = (typeof COPY_MARKS)[number];

/** What the address of a collection asks for. */
export interface CopyQuery extends Record<CopyListFilter, readonly string[]> {
  only: readonly CopyMark[];
  q: string;
  sort: CopySort;
  /** The other way round; what lacks a value is last all the same. */
  isReversed: boolean;
}

export const EMPTY_COPY_QUERY: CopyQuery = {
  team: [],
  league: [],
  season: [],
  kit: [],
  version: [],
  condition: [],
  size: [],
  only: [],
  q: "",
  sort: "added",
  isReversed: false,
};

/** Longer words in an address are cut. */
const LONGEST_WORDS = 100;

/** The values of filters that have a few, in their order. */
export const FIXED: Partial<Record<CopyListFilter, readonly string[]>> = {
  league: SPORTS_OF_SHIRTS,
  kit: KIT_TYPES,
  version: VERSIONS,
  condition: CONDITIONS,
};

/** Reads an address. Values that can't be are left out. */
export function parseCopyQuery(params: URLSearchParams): CopyQuery {
  const all = (name: string) => [...new Set(params.getAll(name))].filter(Boolean);
  const lists = COPY_LIST_FILTERS.map((filter) => {
    const known = FIXED[filter];
    return [filter, all(filter).filter((value) => !known || known.includes(value))];
  });
  return {
    ...EMPTY_COPY_QUERY,
    ...(Object.fromEntries(lists) as Record<CopyListFilter, string[]>),
    only: COPY_MARKS.filter((mark) => params.getAll("only").includes(mark)),
    q: (params.get("q") ?? "").slice(0, LONGEST_WORDS),
    sort: COPY_SORTS.find((sort) => sort === params.get("sort")) ?? "added",
    isReversed: params.get("order") === "reversed",
  };
}

/** The query string of a query, with its question mark; empty if nothing is asked for. */
export function copySearch(query: CopyQuery): string {
  const params = new URLSearchParams();
  for (const name of [...COPY_LIST_FILTERS, "only"] as const) {
    for (const value of query[name]) params.append(name, value);
  }
  if (query.q.trim()) params.set("q", query.q);
  if (query.sort !== "added") params.set("sort", query.sort);
  if (query.isReversed) params.set("order", "reversed");
  return params.size > 0 ? `?${params}` : "";
}

/** The query with a value more, or without it if it has it. */
export function withValue(
  query: CopyQuery,
  filter: CopyListFilter | "only",
  value: string,
): CopyQuery {
  const held = query[filter] as readonly string[];
  const next = held.includes(value) ? held.filter((one) => one !== value) : [...held, value];
  return { ...query, [filter]: next };
}

/** The query without its filters; the order stays. */
export const withoutFilters = ({ sort, isReversed }: CopyQuery): CopyQuery => ({
  ...EMPTY_COPY_QUERY,
  sort,
  isReversed,
});

export function countChosen(query: CopyQuery): number {
  const lists = [...COPY_LIST_FILTERS, "only"] as const;
  return lists.reduce((sum, name) => sum + query[name].length, query.q.trim() ? 1 : 0);
}

/** The value of a copy in a filter; undefined if it has none. The same in every language. */
export function valueOf({ copy, facts }: CopyEntry, filter: CopyListFilter): string | undefined {
  switch (filter) {
    case "team":
      return teamKey({ copy, facts });
    case "kit":
      return facts.kitType ?? undefined;
    case "size":
      return sizeKey(copy);
    case "version":
    case "condition":
      return copy[filter] ?? undefined;
    default:
      return facts[filter] ?? undefined;
  }
}

/** A team as one value, in every language: a club has the same name in two sports. As `showcase()` counts teams. */
export function teamKey({ copy, facts }: CopyEntry): string | undefined {
  if (!facts.team) return undefined;
  const named = copy.jersey?.team_slug ?? teamSlug(copy.former_jersey?.team ?? facts.team);
  return [named, facts.league?.toLowerCase()].filter(Boolean).join(".");
}

/** A size as one value: `M` of adults, or of no scale, and `women-M` are different ones. */
export function sizeKey({ size, size_scale }: Copy): string | undefined {
  if (!size) return undefined;
  const label = size.toUpperCase();
  return size_scale && size_scale !== "adult" ? `${size_scale}-${label}` : label;
}

function hasMark({ copy }: CopyEntry, mark: CopyMark): boolean {
  if (mark === "lent") return copy.lent_to !== null;
  return mark === "no-photo" ? copy.photos.length === 0 : copy.price === null;
}

/** The details that words are looked for in. */
const SOUGHT = DETAIL_LIST.filter(
  ({ kind }) => kind === "line" || kind === "text" || kind === "digits",
);

const texts = new WeakMap<Copy, { facts: CopyFacts; text: string }>();

/** How people write a season: 1998-99 is 98-99, 1999 and 98, too. */
function worn(season: string | null, year: number | null): (string | number | null)[] {
  const began = season ? Number(season.slice(0, 4)) : year;
  const isLong = season !== null && season.length > 4;
  const short = (one: number) => String(one % 100).padStart(2, "0");
  return [season, year, ...(began ? [short(began), ...(isLong ? [began + 1] : [])] : [])];
}

/** What words are looked for in, kept as long as the copy. */
function textOf({ copy, facts }: CopyEntry): string {
  const known = texts.get(copy);
  if (known?.facts === facts) return known.text;
  const { title, team, competition, season, year, brand, also } = facts;
  const said = SOUGHT.map(({ name }) => copy[name] as string | null);
  const text = foundText(title, team, competition, ...worn(season, year), brand, also, ...said);
  texts.set(copy, { facts, text });
  return text;
}

/** A collection as the page shows it, and what each value of a filter would show. */
export interface FilteredCopies<Entry extends CopyEntry> {
  found: Entry[];
  /** Of each filter, by value: how many copies the other filters leave. */
  counts: Record<CopyListFilter, ReadonlyMap<string, number>>;
  /** How many of the found copies have the mark. */
  marks: Record<CopyMark, number>;
}

/** Filters a collection in one pass. */
export function filterCopies<Entry extends CopyEntry>(
  entries: readonly Entry[],
  query: CopyQuery,
): FilteredCopies<Entry> {
  const words = soughtWords(query.q);
  const counts = Object.fromEntries(
    COPY_LIST_FILTERS.map((filter) => [filter, new Map<string, number>()]),
  ) as Record<CopyListFilter, Map<string, number>>;
  const marks = { lent: 0, "no-photo": 0, "no-price": 0 };
  const found: Entry[] = [];
  for (const entry of entries) {
    if (!query.only.every((mark) => hasMark(entry, mark))) continue;
    if (words.length > 0 && !isFound(textOf(entry), words)) continue;
    const values = COPY_LIST_FILTERS.map((filter) => [filter, valueOf(entry, filter)] as const);
    const failed = values.filter(([filter, value]) => isRefused(query[filter], value));
    for (const [filter, value] of values) {
      // A value counts what the other filters leave: choosing it would show that many.
      const isCounted = failed.length === 0 || (failed.length === 1 && failed[0]![0] === filter);
      if (value !== undefined && isCounted) {
        counts[filter].set(value, (counts[filter].get(value) ?? 0) + 1);
      }
    }
    if (failed.length > 0) continue;
    found.push(entry);
    for (const mark of COPY_MARKS) if (hasMark(entry, mark)) marks[mark]++;
  }
  return { found, counts, marks };
}

function isRefused(chosen: readonly string[], value: string | undefined): boolean {
  return chosen.length > 0 && (value === undefined || !chosen.includes(value));
}
