import { type KitType, KIT_TYPES } from "./kit-types.ts";

/** What the timeline needs of a jersey: when it was worn, and as what. */
export interface Worn {
  year: number | null;
  kit_type: KitType | null;
  season: { code: string } | null;
}

/** How many jerseys of a kit type a team has of a year. */
export interface KitCount {
  year: number;
  kit_type: KitType;
  jerseys: number;
}

/** What a team wore as one kit type in one year. */
export interface TimelineCell<T> {
  /** The best rated first; not all of them. */
  jerseys: T[];
  /** How many there are. */
  count: number;
}

/** A year of the timeline by column. */
export interface TimelineRow<T> {
  year: number;
  cells: Record<KitType, TimelineCell<T>>;
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
    // Asked for a moment apart: what is shown counts too.
    if (cell && count > cell.count) cell.count = count;
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

/** The decade an address asks for, if it is offered; otherwise the newest with a jersey. */
export function chosenDecade(
  offered: readonly Decade[],
  wanted: string | null,
): number | undefined {
  const asked = offered.find(({ start }) => String(start) === wanted);
  return (asked ?? offered.find(({ count }) => count > 0) ?? offered[0])?.start;
}
