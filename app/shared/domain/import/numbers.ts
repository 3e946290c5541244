import { CURRENCIES } from "../currencies.ts";
import { slug } from "../slug.ts";

const SIGNS: [sign: string, code: string][] = [
  ["R$", "BRL"],
  ["US$", "USD"],
  ["A$", "AUD"],
  ["C$", "CAD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
  ["$", "USD"],
];

/** A code of ISO 4217, from the code in any case or from a sign. */
export function currencyOf(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return CURRENCIES.includes(code) ? code : SIGNS.find(([sign]) => text.trim() === sign)?.[1];
}

/**
 * An amount with the decimal comma or point, thousands apart by spaces, points, commas or apostrophes,
 * and a currency before or after it. Undefined if it is none; the currency is null if none is written.
 */
export function priceOf(text: string): { amount: number; currency: string | null } | undefined {
  const [, before = "", digits = "", after = ""] =
    /^([^\d-]*)(-?\d[\d.,'’\s]*)([^\d]*)$/u.exec(text.trim()) ?? [];
  const written = before.trim() || after.trim();
  const currency = written ? currencyOf(written) : null;
  const amount = amountOf(digits.replace(/[\s'’]/gu, ""));
  if (amount === undefined || currency === undefined) return undefined;
  return { amount, currency };
}

function amountOf(digits: string): number | undefined {
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  const sign = digits[last];
  const fraction = digits.slice(last + 1);
  const isRepeated = digits.indexOf(sign ?? "") !== last;
  // One sign before three digits parts thousands: nothing costs a tenth of a cent.
  const isDecimal = last >= 0 && !isRepeated && fraction.length !== 3;
  const grouped = isDecimal ? digits.slice(0, last) : digits;
  if (!/^-?(\d+|\d{1,3}(\.\d{3})+|\d{1,3}(,\d{3})+)$/.test(grouped)) return undefined;
  const whole = grouped.replace(/[.,]/g, "");
  const text = isDecimal ? `${whole}.${fraction}` : whole;
  return /^-?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined;
}

/** In which order days and months are written. */
export type DateOrder = "dmy" | "mdy";

/** The number of each month by its name and its abbreviation in the site's languages: "decembre" and "dec" are 12. */
const MONTHS = new Map(
  ["fr", "en", "es", "pt"].flatMap((locale) =>
    (["long", "short"] as const).flatMap((month) => {
      const names = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month });
      return Array.from({ length: 12 }, (_, n): [string, string] => [
        slug(names.format(Date.UTC(2000, n))),
        String(n + 1),
      ]);
    }),
  ),
);

/** A date with its month as a number: "31 décembre 2012", "1er mars 2015", "31 de julio de 2019". A month before its day goes after it. */
function withoutWords(text: string): string {
  const parts = slug(text.replace(/\b1er\b/i, "1")).split("-");
  const place = parts.findIndex((part) => MONTHS.has(part));
  if (place === -1) return text;
  const numbers = parts.filter((part, n) => n !== place && part !== "de");
  const month = MONTHS.get(parts[place]!)!;
  return [...numbers.slice(0, -1), month, ...numbers.slice(-1)].join("/");
}

/**
 * `2019`, `2019-07` or `2019-07-31` of a date as spreadsheets and people write it; undefined if there is no such day.
 * With a day, the year may have two digits.
 */
export function dateOf(text: string, order: DateOrder): string | undefined {
  const named = withoutWords(text.trim());
  if (named !== text.trim()) return dateOf(named, "dmy");
  const trimmed = named.replace(/[T ]\d{1,2}:.*$/, "");
  const parts = trimmed.split(/[-/.\s]+/);
  if (parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const isYearFirst = parts[0]!.length === 4;
  const inOrder = isYearFirst
    ? parts
    : parts.length === 3 && order === "mdy"
      ? [parts[2]!, parts[0]!, parts[1]!]
      : parts.toReversed();
  const [written = "", month, day] = inOrder;
  const year = day === undefined ? written : fullYear(written);
  if (year.length !== 4) return undefined;
  const value = [year, month, day]
    .filter((part) => part !== undefined)
    .map((part) => part.padStart(2, "0"));
  return exists(Number(year), month, day) ? value.join("-") : undefined;
}

/** Of two digits the latest year that isn't to come: 99 is 1999, 05 is 2005. */
function fullYear(written: string): string {
  if (written.length !== 2) return written;
  const now = new Date().getFullYear();
  const year = now - (now % 100) + Number(written);
  return String(year > now ? year - 100 : year);
}

function exists(year: number, month: string | undefined, day: string | undefined): boolean {
  if (year < 1850 || year > 9998) return false;
  if (month !== undefined && !(Number(month) >= 1 && Number(month) <= 12)) return false;
  if (day === undefined) return true;
  const last = new Date(Date.UTC(year, Number(month), 0)).getUTCDate();
  return Number(day) >= 1 && Number(day) <= last;
}

/** Cells that agree before they decide for the others: a single one may be a slip. */
const ENOUGH = 2;

/** What the dates of a file say of their order. */
export interface DatesOrder {
  /** Undefined if the file doesn't say: it has to be asked. */
  order: DateOrder | undefined;
  /** Cells that are another day in the other order. */
  open: string[];
}

/** The order of day and month in these cells. One that is no date in either order says nothing. */
export function orderOf(cells: readonly string[]): DatesOrder {
  const only = { dmy: 0, mdy: 0 };
  const open: string[] = [];
  for (const cell of cells) {
    const dmy = dateOf(cell, "dmy");
    const mdy = dateOf(cell, "mdy");
    if (dmy && mdy && dmy !== mdy) open.push(cell.trim());
    else if (dmy && !mdy) only.dmy++;
    else if (mdy && !dmy) only.mdy++;
  }
  const order =
    only.dmy > 0 && only.mdy > 0
      ? undefined
      : only.dmy >= ENOUGH || (only.dmy > 0 && open.length === 0)
        ? "dmy"
        : only.mdy >= ENOUGH || (only.mdy > 0 && open.length === 0)
          ? "mdy"
          : undefined;
  return { order, open };
}

/** The order in which a place writes dates. */
export function orderIn(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale).formatToParts();
  const place = (wanted: string) => parts.findIndex(({ type }) => type === wanted);
  return place("month") < place("day") ? "mdy" : "dmy";
}

/** A season's code of how people write it: `2024/25`, `24-25`, `2024-2025`, `2024`. */
export function seasonOf(text: string): string | undefined {
  const [, first = "", second] =
    /^(\d{4}|\d{2})(?:\s*[-/–]\s*(\d{4}|\d{2}))?$/.exec(text.trim()) ?? [];
  if (!first || (first.length === 2 && !second)) return undefined;
  const year =
    first.length === 4 ? Number(first) : Number(first) + (Number(first) > 50 ? 1900 : 2000);
  if (!second) return String(year);
  return Number(second) % 100 === (year + 1) % 100
    ? `${year}-${String((year + 1) % 100).padStart(2, "0")}`
    : undefined;
}

/** The year of a year, or of a date: lists give the one of release so too. */
export function yearOf(text: string): string | undefined {
  return /^(\d{4})([-/]\d{2}){0,2}$/.exec(text)?.[1];
}

/** When something was added, as time of ISO 8601; null if the text is no date, or one to come. */
export function timeOf(text: string, order: DateOrder): string | null {
  const isTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text.trim());
  const date = isTime ? text.trim() : dateOf(text, order);
  const time = date ? Date.parse(date) : NaN;
  if (!(time > Date.UTC(1900) && time <= Date.now())) return null;
  // As it is written: the database counts microseconds.
  return isTime ? text.trim() : new Date(time).toISOString();
}
