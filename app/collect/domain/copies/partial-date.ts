/** A date that may lack its day, or its month too, as texts of digits. */
export interface DateParts {
  year: string;
  month: string;
  day: string;
}

const FORM = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;

/** True for a year, a month or a day that exists (`private.is_partial_date`). */
export function isPartialDate(text: string): boolean {
  const [, year, month, day] = FORM.exec(text) ?? [];
  if (year === undefined || year < "1850" || year > "9998") return false;
  if (month === undefined) return true;
  if (month < "01" || month > "12") return false;
  if (day === undefined) return true;
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The difference to UTC where a day begins first, in milliseconds. */
const FIRST_ZONE_MS = 14 * 60 * 60 * 1000;

/** True for a year, month or day that has begun somewhere (`private.is_past`). */
export function isPast(text: string, now = Date.now()): boolean {
  return text <= new Date(now + FIRST_ZONE_MS).toISOString().slice(0, text.length);
}

/** The parts of a stored date, or of one that is being typed. */
export function dateParts(text: string): DateParts {
  const [year = "", month = "", day = ""] = text.split("-");
  return { year, month, day };
}

/** The inverse of `dateParts`. Parts that don't fit together give a text that is no date. */
export function dateText({ year, month, day }: DateParts): string {
  const pad = (part: string) => (part === "" ? "" : part.padStart(2, "0"));
  return [year, pad(month), pad(day)].join("-").replace(/-+$/, "");
}

/** A date in words: 2019, juillet 2019, 31 juillet 2019. */
export function partialDate(text: string, locale: string): string {
  const { year, month, day } = dateParts(text);
  if (!isPartialDate(text) || !month) return year;
  const words = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    year: "numeric",
    month: "long",
    ...(day && { day: "numeric" }),
  }).format(Date.UTC(Number(year), Number(month) - 1, Number(day || 1)));
  // French has an ordinal for the first of a month only.
  return locale.startsWith("fr") ? words.replace(/^1(?= )/, "1er") : words;
}
