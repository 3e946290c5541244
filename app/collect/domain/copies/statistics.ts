import { dayAt, monthOf } from "../../../shared/domain/day.ts";
import type { Color } from "../../../shared/domain/colors.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { type CopyFacts, seasonStart } from "./facts.ts";
import { type CopyEntry, sizeKey, teamKey } from "./filter.ts";

/** By what copies are counted. */
export const DIMENSIONS = ["year", "team", "competition", "brand", "color", "size"] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** How many copies have something in common. */
export interface Group {
  /** Null for the copies of which it is unknown. */
  key: string | null;
  count: number;
  /** The newest copy of the group, which has the names behind the key. */
  sample: CopyEntry;
}

/** The year in which the season of a jersey began. */
function seasonYear({ season, year }: Pick<CopyFacts, "season" | "year">): number | null {
  return seasonStart(season) ?? year;
}

/** The main colour of a jersey. */
function mainColor({ colors }: Pick<CopyFacts, "colors">): Color | null {
  return colors[0] ?? null;
}

function keyOf({ copy, facts }: CopyEntry, dimension: Dimension): string | null {
  switch (dimension) {
    case "year":
      return seasonYear(facts)?.toString() ?? null;
    case "team":
      return teamKey({ copy, facts }) ?? null;
    case "competition":
      return facts.competition && `${facts.league ?? ""}|${facts.competition}`;
    case "brand":
      // A brand is a free text: "Nike" and "nike" are one.
      return facts.brand && slug(facts.brand);
    case "color":
      return mainColor(facts);
    case "size":
      return sizeKey(copy) ?? null;
  }
}

/** Copies by what they have in common, the largest group first; the unknown ones come last. */
export function countBy(copies: readonly CopyEntry[], dimension: Dimension): Group[] {
  const groups = Map.groupBy(copies, (copy) => keyOf(copy, dimension));
  return [...groups]
    .flatMap(([key, [sample, ...rest]]) =>
      sample ? [{ key, count: rest.length + 1, sample }] : [],
    )
    .sort((one, other) => {
      if (one.key === null || other.key === null) return one.key === null ? 1 : -1;
      return other.count - one.count || (one.key < other.key ? -1 : 1);
    });
}

/** The copies of a decade by their main colour. */
export interface DecadeOfColors {
  /** Its first year; null for the copies of which it is unknown. */
  decade: number | null;
  count: number;
  /** The most frequent first, the unknown one last. */
  colors: { color: Color | null; count: number }[];
}

/** The main colours of a collection by the decade of the season, the oldest first; the unknown one comes last. */
export function decadeColors(copies: readonly CopyEntry[]): DecadeOfColors[] {
  const decades = Map.groupBy(copies, ({ facts }) => {
    const year = seasonYear(facts);
    return year === null ? null : year - (year % 10);
  });
  return [...decades]
    .map(([decade, inside]) => ({
      decade,
      count: inside.length,
      colors: countBy(inside, "color").map(({ sample, count }) => ({
        color: mainColor(sample.facts),
        count,
      })),
    }))
    .sort((one, other) => (one.decade ?? Infinity) - (other.decade ?? Infinity));
}

/** What a chart shows of copies: how many have a fact in common, or their prices. */
export type ChartOf = Dimension | "value";

/** A small collection has this many charts, unless all are asked for. */
const FEW_CHARTS = 3;

/** From so many copies on, every chart may say something. */
const MANY_COPIES = 20;

/** In the order in which they are preferred. */
export const CHARTS: readonly ChartOf[] = [
  "team",
  "value",
  "color",
  "brand",
  "year",
  "competition",
  "size",
];

/** More bars of a single copy than this are one line: they say nothing beside each other. */
const MOST_SINGLES = 2;

/** Groups that are bars of a chart, and those of a single copy that are one line below it. */
export function foldSingles(groups: readonly Group[]): { bars: Group[]; singles: Group[] } {
  const singles = groups.filter(({ key, count }) => key !== null && count === 1);
  return singles.length > MOST_SINGLES
    ? { bars: groups.filter((group) => !singles.includes(group)), singles }
    : { bars: [...groups], singles: [] };
}

/**
 * The charts of a collection that say something. Of a small one these are three at most, whose copies are neither all alike nor
 * all different, with more than one bar; prices where any is known.
 */
export function tellingCharts(copies: readonly CopyEntry[]): ReadonlySet<ChartOf> {
  if (copies.length >= MANY_COPIES) return new Set(CHARTS);
  const tells = CHARTS.filter((chart) => {
    if (chart === "value") return copies.some(({ copy }) => copy.price !== null);
    const groups = countBy(copies, chart).filter(({ key }) => key !== null);
    const bars = chart === "year" ? groups : foldSingles(groups).bars;
    return bars.length > 1 && bars.some(({ count }) => count > 1);
  });
  return new Set(tells.slice(0, FEW_CHARTS));
}

/** One column of a chart of years: a year, or a decade. */
export interface YearColumn {
  from: number;
  to: number;
  count: number;
  /** The codes of its copies' seasons. */
  seasons: string[];
}

/** Up to so many years are shown one by one; more are shown by decades. */
const MOST_YEARS = 40;

/** Copies by the year in which their season began, without a gap; and how many have none. */
export function yearColumns(copies: readonly CopyEntry[]): {
  columns: YearColumn[];
  unknown: number;
} {
  const dated = copies.flatMap(({ facts }) => {
    const year = seasonYear(facts);
    return year === null ? [] : [{ year, season: facts.season }];
  });
  const unknown = copies.length - dated.length;
  if (dated.length === 0) return { columns: [], unknown };
  const [first, last] = bounds(dated.map(({ year }) => year));
  const step = last - first < MOST_YEARS ? 1 : 10;
  const start = first - (step === 1 ? 0 : first % 10);
  const places = Map.groupBy(dated, ({ year }) => Math.floor((year - start) / step));
  const columns = Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, place) => {
    const inside = places.get(place) ?? [];
    const seasons = [...new Set(inside.flatMap(({ season }) => season ?? []))].sort();
    const from = start + place * step;
    return { from, to: from + step - 1, count: inside.length, seasons };
  });
  return { columns, unknown };
}

/** Where the part of so many columns begins that holds the most copies; of equal ones, the newest. */
export function fullestPart(columns: readonly YearColumn[], size: number): number {
  let best = { start: 0, copies: -1 };
  for (let start = 0; start <= Math.max(0, columns.length - size); start++) {
    const copies = columns.slice(start, start + size).reduce((sum, { count }) => sum + count, 0);
    if (copies >= best.copies) best = { start, copies };
  }
  return best.start;
}

function bounds(values: readonly number[]): [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

/** A moment of a growing collection. */
export interface GrowthPoint {
  /** A month or a year: `2024-07`, `2024`. */
  period: string;
  count: number;
  /** All copies until then. */
  total: number;
}

/** Up to so many months are shown one by one; more are shown by years. */
const MOST_MONTHS = 36;

/** How a collection grew here, by the months or years in which copies were added, without a gap. */
export function growth(copies: readonly CopyEntry[]): GrowthPoint[] {
  const months = copies.map(({ copy }) => monthNumber(monthOf(dayAt(new Date(copy.created_at)))));
  if (months.length === 0) return [];
  const [first, last] = bounds(months);
  if (last - first < MOST_MONTHS) return accumulated(months, monthName);
  return accumulated(
    months.map((month) => Math.floor(month / 12)),
    String,
  );
}

/** The same by the years in which copies were bought; and of how many that is unknown. */
export function growthByPurchase(copies: readonly CopyEntry[]): {
  points: GrowthPoint[];
  unknown: number;
} {
  const years = copies.flatMap(({ copy }) =>
    copy.bought_on ? Number(copy.bought_on.slice(0, 4)) : [],
  );
  const points = years.length > 0 ? accumulated(years, String) : [];
  return { points, unknown: copies.length - years.length };
}

/** The years in which copies were added and whose page in shirts is open (docs/product/show.md 29.1), the newest first. */
export function yearsInShirts(copies: readonly CopyEntry[], now: Date): number[] {
  const today = dayAt(now);
  const years = new Set(copies.map(({ copy }) => dayAt(new Date(copy.created_at)).slice(0, 4)));
  return [...years]
    .filter((year) => today >= `${year}-12-01`)
    .map(Number)
    .sort((one, other) => other - one);
}

/** The year whose page in shirts opens next month; undefined but for November. */
export function comingYear(now: Date): number | undefined {
  const today = dayAt(now);
  return today.slice(5, 7) === "11" ? Number(today.slice(0, 4)) : undefined;
}

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

function monthName(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

function accumulated(periods: readonly number[], name: (period: number) => string): GrowthPoint[] {
  const [first, last] = bounds(periods);
  const points = Array.from({ length: last - first + 1 }, (_, place) => ({
    period: name(first + place),
    count: 0,
    total: 0,
  }));
  for (const period of periods) points[period - first]!.count += 1;
  let total = 0;
  for (const point of points) point.total = total += point.count;
  return points;
}

/** What the copies with a price in one currency cost. */
export interface Value {
  currency: string;
  sum: number;
  /** Copies with a price in this currency. */
  priced: number;
  /** The dearest of them, in descending order. */
  dearest: CopyEntry[];
}

/** How many of the dearest copies are named per currency. */
const DEAREST = 3;

/** Values per currency, never converted, those of most copies first; and how many copies have no price. */
export function values(copies: readonly CopyEntry[]): { values: Value[]; unpriced: number } {
  const priced = copies.filter(({ copy }) => copy.price !== null && copy.currency !== null);
  const found = [...Map.groupBy(priced, ({ copy }) => copy.currency ?? "")].map(
    ([currency, ofCurrency]): Value => ({
      currency,
      sum: sumOf(ofCurrency),
      priced: ofCurrency.length,
      dearest: ofCurrency
        .toSorted((one, other) => (other.copy.price ?? 0) - (one.copy.price ?? 0))
        .slice(0, DEAREST),
    }),
  );
  found.sort((one, other) => other.priced - one.priced || (one.currency < other.currency ? -1 : 1));
  return { values: found, unpriced: copies.length - priced.length };
}

/** In whole cents: sums of decimal fractions drift. */
function sumOf(copies: readonly CopyEntry[]): number {
  const cents = copies.reduce((sum, { copy }) => sum + Math.round((copy.price ?? 0) * 100), 0);
  return cents / 100;
}

/** The numbers that a collection may be shown with. */
export const FIGURES = ["shirts", "teams", "countries", "seasons"] as const;

export type Figure = (typeof FIGURES)[number];

/** How many shirts, and of how many different teams, countries and seasons. */
export function figures(copies: readonly CopyEntry[]): Record<Figure, number> {
  const different = (of: (copy: CopyEntry) => string | null | undefined) =>
    new Set(copies.map(of).filter(Boolean)).size;
  return {
    shirts: copies.length,
    teams: different((copy) => keyOf(copy, "team")),
    countries: different(({ copy }) => (copy.jersey ?? copy.former_jersey)?.teams?.country),
    seasons: different(({ facts }) => facts.season),
  };
}
