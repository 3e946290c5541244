import { dateOf } from "./dates.ts";

/** All that stands for a hyphen between two years. */
const HYPHENS = /[‐‑‒–—−]/g;
const NAMES = "saison|season|temporada|epoca|época";
const SEASON = new RegExp(
  String.raw`^(?:(?:${NAMES})\s+)?(\d{4}|\d{2})(?:\s*[-/]\s*(\d{4}|\d{2})|\s+(\d{4}))?$`,
  "i",
);

/** A season's code of how people write it: `2024/25`, `24-25`, `2024-2025`, `2024 2025`, `Saison 2024/25`, `2024`. */
export function seasonOf(text: string): string | undefined {
  const [, first = "", parted, apart] = SEASON.exec(text.trim().replace(HYPHENS, "-")) ?? [];
  const second = parted ?? apart;
  if (!first || (first.length === 2 && (!second || apart))) return undefined;
  const year =
    first.length === 4 ? Number(first) : Number(first) + (Number(first) > 50 ? 1900 : 2000);
  if (!second) return String(year);
  return Number(second) % 100 === (year + 1) % 100 &&
    (second.length < 4 || Number(second) === year + 1)
    ? `${year}-${String((year + 1) % 100).padStart(2, "0")}`
    : undefined;
}

/**
 * The season that a spreadsheet took for a date: `2011-12` becomes 01/12/2011, déc-11, or the days since 1900 (40878). Undefined
 * for every other date.
 */
export function seasonOfDate(text: string): string | undefined {
  const trimmed = text.trim();
  const dates = /^\d{5}$/.test(trimmed)
    ? [new Date(Date.UTC(1899, 11, 30) + Number(trimmed) * 86_400_000).toISOString().slice(0, 10)]
    : (["dmy", "mdy"] as const).map((order) => dateOf(trimmed, order));
  for (const date of dates) {
    const [year = "", month, day = "01"] = date?.split("-") ?? [];
    if (month && day === "01" && Number(month) === (Number(year) + 1) % 100) {
      return `${year}-${month}`;
    }
  }
  return undefined;
}

/** The year of a year, or of a date: lists give the one of release so too. */
export function yearOf(text: string): string | undefined {
  return /^(\d{4})([-/]\d{2}){0,2}$/.exec(text)?.[1];
}
