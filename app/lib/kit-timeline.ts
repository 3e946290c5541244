import { type KitType, KIT_TYPES } from "./kit-types.ts";

/** What the timeline needs of a jersey: when it was worn, and as what. */
export interface Worn {
  year: number | null;
  kit_type: KitType | null;
  season: { code: string } | null;
}

/** A year of the timeline: its jerseys by column, the best rated first. */
export interface TimelineRow<T> {
  year: number;
  cells: Record<KitType, T[]>;
}

/** The year a jersey belongs to; where none was given, the one in which its season began. */
export function yearWorn({ year, season }: Worn): number | undefined {
  return year ?? (season ? Number(season.code.slice(0, 4)) : undefined);
}

export function decadeOf(year: number): number {
  return Math.floor(year / 10) * 10;
}

/**
 * A decade as rows, newest first; years still to come are left out, and those before a team's first
 * unless a jersey says otherwise.
 */
export function timelineRows<T extends Worn>(
  jerseys: readonly T[],
  decade: number,
  { firstYear, lastYear }: { firstYear: number; lastYear: number },
): TimelineRow<T>[] {
  const newest = Math.min(decade + 9, lastYear);
  const worn = jerseys.map((jersey) => yearWorn(jersey) ?? newest);
  const oldest = Math.max(decade, Math.min(firstYear, newest, ...worn));
  const rows = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, n) => ({
    year: newest - n,
    cells: Object.fromEntries(KIT_TYPES.map((kit) => [kit, [] as T[]])) as Record<KitType, T[]>,
  }));
  for (const jersey of jerseys) {
    const row = rows[newest - (yearWorn(jersey) ?? Number.NaN)];
    row?.cells[jersey.kit_type ?? "other"].push(jersey);
  }
  return rows;
}

export interface Decade {
  /** Its first year. */
  start: number;
  /** How many jerseys it has. */
  count: number;
}

/** The decades from a team's first year, or its oldest jersey, until today; newest first. */
export function decades(
  worn: readonly Worn[],
  { firstYear, lastYear }: { firstYear: number; lastYear: number },
): Decade[] {
  const counts = new Map<number, number>();
  for (const jersey of worn) {
    const year = yearWorn(jersey);
    if (year === undefined) continue;
    counts.set(decadeOf(year), (counts.get(decadeOf(year)) ?? 0) + 1);
  }
  const newest = decadeOf(lastYear);
  const oldest = Math.min(newest, decadeOf(firstYear), ...counts.keys());
  return Array.from({ length: (newest - oldest) / 10 + 1 }, (_, n) => {
    const start = newest - n * 10;
    return { start, count: counts.get(start) ?? 0 };
  });
}

/** The decade an address asks for, if it is offered; otherwise the newest with a jersey. */
export function chosenDecade(
  offered: readonly Decade[],
  wanted: string | null,
): number | undefined {
  const asked = offered.find(({ start }) => String(start) === wanted);
  return (asked ?? offered.find(({ count }) => count > 0) ?? offered[0])?.start;
}
