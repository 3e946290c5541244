/** A day of the site, `2026-11-26`: a date in Europe/Paris, the same for everyone (docs/product/daily.md 28.1). */
export type Day = string;

const PARIS = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Paris", dateStyle: "short" });

const HOUR_MS = 3_600_000;

/** The same as `private.day_at()`. */
export function dayAt(moment: Date): Day {
  return PARIS.format(moment);
}

export function isDay(text: string): boolean {
  const time = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Of 30 February the parser makes a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Midnight in Paris, where a day begins one or two hours before it does in UTC. */
export function startOf(day: Day): Date {
  const early = new Date(Date.parse(day) - 2 * HOUR_MS);
  return dayAt(early) === day ? early : new Date(Date.parse(day) - HOUR_MS);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
}

/** `2026-11`. */
export type Month = string;

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

export function isMonth(text: string): boolean {
  return /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text);
}

export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** The year that a day looks back on: in December the one that ends, in January the one before; none in other months. */
export function yearBehind(day: Day): number | undefined {
  const [year = 0, month] = day.split("-").map(Number);
  if (month === 12) return year;
  return month === 1 ? year - 1 : undefined;
}
