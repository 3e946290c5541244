import { type KitType, KIT_TYPES } from "../../shared/domain/kit-types.ts";
import { columnKits } from "./column-kits.ts";

/** The fields of a jersey that the timeline needs: when it was worn, and as what. */
export interface Worn {
  year: number | null;
  kit_type: KitType | null;
  season: { code: string } | null;
}

/** The number of a team's jerseys of one kit type and year. */
export interface KitCount {
  year: number;
  kit_type: KitType;
  jerseys: number;
}

/** A team's jerseys of one kit type and year. */
export interface TimelineCell<T> {
  /** The best rated first; not all of them. */
  jerseys: T[];
  /** The number of all of them. */
  count: number;
}

/** A year of the timeline by column. */
export interface TimelineRow<T> {
  year: number;
  cells: Record<KitType, TimelineCell<T>>;
}

/** The year of a jersey; without one, the year in which its season began. */
function yearWorn({ year, season }: Worn): number | undefined {
  return year ?? (season ? Number(season.code.slice(0, 4)) : undefined);
}

/** The newest home shirt; of several of one year the first. */
export function newestHome<T extends Worn>(jerseys: readonly T[]): T | undefined {
  const homes = jerseys.filter(({ kit_type }) => kit_type === "home");
  const newest = Math.max(...homes.map((jersey) => yearWorn(jersey) ?? 0));
  return homes.find((jersey) => (yearWorn(jersey) ?? 0) === newest);
}

export function decadeOf(year: number): number {
  return Math.floor(year / 10) * 10;
}

/**
 * A decade as rows, newest first, without future years. Years before the team's first are left out
 * unless a jersey has them.
 */
export function timelineRows<T extends Worn>(
  jerseys: readonly T[],
  counts: readonly KitCount[],
  decade: number,
  { firstYear, lastYear }: { firstYear: number; lastYear: number },
): TimelineRow<T>[] {
  const newest = Math.min(decade + 9, lastYear);
  const worn = jerseys.map((jersey) => yearWorn(jersey) ?? newest);
  const oldest = Math.max(decade, Math.min(firstYear, newest, ...worn));
  const rows = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, n) => ({
    year: newest - n,
    cells: Object.fromEntries(
      KIT_TYPES.map((kit) => [kit, { jerseys: [] as T[], count: 0 }]),
    ) as TimelineRow<T>["cells"],
  }));
  for (const jersey of jerseys) {
    const row = rows[newest - (yearWorn(jersey) ?? Number.NaN)];
    const cell = row?.cells[jersey.kit_type ?? "other"];
    if (cell) cell.count = cell.jerseys.push(jersey);
  }
  for (const { year, kit_type: kit, jerseys: count } of counts) {
    const cell = rows[newest - year]?.cells[kit];
    // The two reads may differ by one moment; the shown list wins.
    if (cell && count > cell.count) cell.count = count;
  }
  return rows;
}

const isWorn = ({ cells }: TimelineRow<unknown>) => KIT_TYPES.some((kit) => cells[kit].count > 0);

/** The rows with a jersey, and the years between them as runs of years without one. */
export function foldedRows<T>(
  rows: readonly TimelineRow<T>[],
): (TimelineRow<T> | { emptyYears: number[] })[] {
  const folded: (TimelineRow<T> | { emptyYears: number[] })[] = [];
  for (const row of rows) {
    const last = folded.at(-1);
    if (isWorn(row)) folded.push(row);
    else if (last && "emptyYears" in last) last.emptyYears.push(row.year);
    else folded.push({ emptyYears: [row.year] });
  }
  return folded;
}

/** The years of all these decades that have a jersey, newest first. */
export function filledRows<T extends Worn>(
  jerseys: readonly T[],
  counts: readonly KitCount[],
  offered: readonly Decade[],
  span: { firstYear: number; lastYear: number },
): TimelineRow<T>[] {
  return offered.flatMap(({ start }) => timelineRows(jerseys, counts, start, span)).filter(isWorn);
}

/** The years of all these decades that have no jersey, newest first. */
export function emptyYears(
  filled: readonly TimelineRow<unknown>[],
  offered: readonly Decade[],
  span: { firstYear: number; lastYear: number },
): number[] {
  const years = new Set(filled.map(({ year }) => year));
  return offered
    .flatMap(({ start }) => timelineRows([], [], start, span))
    .flatMap(({ year }) => (years.has(year) ? [] : [year]));
}

/** The columns of these rows. */
export function timelineKits(rows: readonly TimelineRow<unknown>[]): KitType[] {
  return columnKits((kit) => rows.some(({ cells }) => cells[kit].count > 0));
}

export interface Decade {
  /** Its first year. */
  start: number;
  /** How many jerseys it has. */
  count: number;
}

/** The decades from a team's first year, or its oldest jersey, until today; newest first. */
export function decades(
  kits: readonly Pick<KitCount, "year" | "jerseys">[],
  { firstYear, lastYear }: { firstYear: number; lastYear: number },
): Decade[] {
  const counts = new Map<number, number>();
  for (const { year, jerseys } of kits) {
    counts.set(decadeOf(year), (counts.get(decadeOf(year)) ?? 0) + jerseys);
  }
  const newest = decadeOf(lastYear);
  const oldest = Math.min(newest, decadeOf(firstYear), ...counts.keys());
  return Array.from({ length: (newest - oldest) / 10 + 1 }, (_, n) => {
    const start = newest - n * 10;
    return { start, count: counts.get(start) ?? 0 };
  });
}

/** What a timeline shows: ten years by their first, or every year with a jersey. */
export type Period = number | "all";

/**
 * The requested decade if it exists, or all of them; otherwise the one with the most jerseys, of several the newest.
 */
export function chosenPeriod(
  offered: readonly Decade[],
  wanted: string | null,
): Period | undefined {
  if (wanted === "all" && offered.some(({ count }) => count > 0)) return "all";
  const requested = offered.find(({ start }) => String(start) === wanted);
  const most = Math.max(...offered.map(({ count }) => count));
  return (requested ?? offered.find(({ count }) => count === most))?.start;
}
