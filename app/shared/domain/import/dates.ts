import { slug } from "../slug.ts";

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

/** Words of a date that say nothing of their own: "lundi 3 avril 2023", "31 de julio de 2019". */
const BESIDE = new Set(
  ["fr", "en", "es", "pt"]
    .flatMap((locale) => {
      const names = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long" });
      return Array.from({ length: 7 }, (_, n) => slug(names.format(Date.UTC(2000, 0, n + 1))));
    })
    .flatMap((day) => day.split("-"))
    .concat("de", "le", "on"),
);

/** A date with its month as a number: "31 décembre 2012", "1er mars 2015", "31 de julio de 2019". A month before its day goes after it. */
function withoutWords(text: string): string {
  const [, name = "", digits = ""] = /^(\p{L}+)\.?[-/](\d{2})$/u.exec(text) ?? [];
  const only = MONTHS.get(slug(name));
  // How spreadsheets write a month: "déc-11".
  if (only) return `${only}/${fullYear(digits)}`;
  const parts = slug(text.replace(/\b1er\b/i, "1")).split("-");
  const place = parts.findIndex((part) => MONTHS.has(part));
  if (place === -1) return text;
  const numbers = parts.filter((part, n) => n !== place && !BESIDE.has(part));
  const month = MONTHS.get(parts[place]!)!;
  return [...numbers.slice(0, -1), month, ...numbers.slice(-1)].join("/");
}

/**
 * `2019`, `2019-07` or `2019-07-31` of a date as spreadsheets and people write it; undefined if there is no such day.
 * With a day, the year may have two digits.
 */
export function dateOf(text: string, order: DateOrder): string | undefined {
  // "[2007-04-16]"; "2014-xx-xx" is the year alone.
  const bare = text
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/(?<=^\d{4}.*)([-/.](xx|\?\?|00))+$/i, "");
  const named = withoutWords(bare);
  if (named !== bare) return dateOf(named, "dmy");
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

/**
 * The size that a spreadsheet took for a day or a month: `10-12` becomes 10-déc, 12-Oct, or a day of this year; `12-14`, which
 * is no day, becomes déc-14, or 1 December 2014. Its numbers ascend. Undefined for every other text.
 */
export function sizeOfDate(text: string): string | undefined {
  const [, day, name = ""] = /^(\d{1,2})[-/. ](\p{L}+)\.?$/u.exec(text.trim()) ?? [];
  const [, called = "", after] = /^(\p{L}+)\.?[-/. ](\d{2})$/u.exec(text.trim()) ?? [];
  const [, year, month, other] = /^\d{2}(\d{2})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? [];
  const size = after
    ? sizeOfMonth(MONTHS.get(slug(called)), after)
    : other === "01" && sizeOfMonth(month, year);
  if (size) return size;
  const numbers = other
    ? [month, other]
    : MONTHS.has(slug(name))
      ? [day, MONTHS.get(slug(name))]
      : [];
  return numbers.length === 2
    ? numbers
        .map(Number)
        .sort((one, next) => one - next)
        .join("-")
    : undefined;
}

/** The size of a month and a year, a size of children: they are two years apart, three at most. */
function sizeOfMonth(
  month: number | string | undefined,
  year: string | undefined,
): string | undefined {
  const [from, to] = [Number(month), Number(year)];
  return to > from && to - from <= 3 ? `${from}-${to}` : undefined;
}

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
  const order = only.dmy > 0 ? "dmy" : only.mdy > 0 ? "mdy" : undefined;
  return { order: only.dmy > 0 && only.mdy > 0 ? undefined : order, open };
}

/** The order in which a place writes dates. */
export function orderIn(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale).formatToParts();
  const place = (wanted: string) => parts.findIndex(({ type }) => type === wanted);
  return place("month") < place("day") ? "mdy" : "dmy";
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
