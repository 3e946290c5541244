import { type Language, LOCALES } from "./languages.ts";

/** Kept by language and options: creating a formatter costs more than rendering the card with the score. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(lang: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = lang + JSON.stringify(options);
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(LOCALES[lang], options);
  numberFormats.set(key, known);
  return known;
}

function dateFormat(lang: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options);
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(LOCALES[lang], options);
  dateFormats.set(key, known);
  return known;
}

/** Prices are in euros in every language; whole ones without decimals. */
export function formatPrice(amount: number, lang: Language): string {
  return numberFormat(lang, {
    style: "currency",
    currency: "EUR",
    trailingZeroDisplay: "stripIfInteger",
  }).format(amount);
}

/** A price as people type it: with two decimals unless it is whole, without a currency. */
export function typedPrice(amount: number, lang: Language): string {
  return numberFormat(lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: "stripIfInteger",
    useGrouping: false,
  }).format(amount);
}

export function formatNumber(value: number, lang: Language): string {
  return numberFormat(lang).format(value);
}

/** A time from now, in its largest unit, rounded up: in 12 minutes. */
export function formatWait(seconds: number, lang: Language): string {
  const minutes = Math.ceil(seconds / 60);
  const [amount, unit] =
    minutes < 60 ? ([minutes, "minute"] as const) : ([Math.ceil(minutes / 60), "hour"] as const);
  return new Intl.RelativeTimeFormat(LOCALES[lang]).format(amount, unit);
}

/** In minutes. */
const SPANS = [
  [1440, "day"],
  [60, "hour"],
  [1, "minute"],
] as const;

/** How long something has lasted, in its largest unit, rounded down: 3 days. */
export function formatSpan(since: string, lang: Language): string {
  const minutes = Math.max(1, Math.floor((Date.now() - Date.parse(since)) / 60_000));
  const [length, unit] = SPANS.find(([least]) => minutes >= least) ?? SPANS[2];
  return numberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(
    Math.floor(minutes / length),
  );
}

/** How long ago something was, in its largest unit, rounded down: 3 hours ago. */
export function formatAgo(minutes: number, lang: Language): string {
  const [length, unit] = SPANS.find(([least]) => minutes >= least) ?? SPANS[2];
  return new Intl.RelativeTimeFormat(LOCALES[lang]).format(-Math.floor(minutes / length), unit);
}

/** A size in the unit that suits it: 12 kB, 3.4 MB. */
export function formatSize(bytes: number, lang: Language): string {
  const [length, unit] = SIZES.find(([least]) => bytes >= least) ?? SIZES[3];
  const options = { style: "unit", unit, maximumSignificantDigits: 3 } as const;
  return numberFormat(lang, options).format(bytes / length);
}

/** In bytes. */
const SIZES = [
  [1e9, "gigabyte"],
  [1e6, "megabyte"],
  [1e3, "kilobyte"],
  [1, "byte"],
] as const;

/** With a true minus sign, as wide as a digit. */
export function formatScore(score: number, lang: Language): string {
  return formatNumber(score, lang).replace("-", "\u2212");
}

/** One decimal, always: 4.0, 4.5. */
export function formatTenths(value: number, lang: Language): string {
  return numberFormat(lang, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
}

export function formatPercent(value: number, lang: Language): string {
  return numberFormat(lang, { style: "percent" }).format(value);
}

const FIRST: Partial<Record<Language, string>> = { fr: "1er", pt: "1º" };

/** A date in words. French and Portuguese have an ordinal for the first of a month only: 1er juin, 1º de junho. */
export const withFirst = (date: string, lang: Language): string =>
  date.replace(/(?<!\d)1(?= )/, FIRST[lang] ?? "1");

function inWords(date: string, lang: Language, options: Intl.DateTimeFormatOptions): string {
  return withFirst(
    dateFormat(lang, { dateStyle: "long", ...options }).format(new Date(date)),
    lang,
  );
}

/** The day in words: 3 juin 1998. */
export function formatDate(date: string, lang: Language): string {
  return inWords(date, lang, {});
}

/** The same for pages rendered on the server: in UTC, so that hydration gives the same text. */
export function formatDay(date: string, lang: Language): string {
  return inWords(date, lang, { timeZone: "UTC" });
}

/** The month in words: juin 1998. In UTC, as `formatDay()`. */
export function formatMonth(date: string, lang: Language): string {
  return dateFormat(lang, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(date),
  );
}

/** The day and the minute, in the reader's time zone. */
export function formatDateTime(date: string, lang: Language): string {
  return inWords(date, lang, { timeStyle: "short" });
}
