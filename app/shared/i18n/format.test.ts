import { expect, test } from "vitest";

import {
  formatDateTime,
  formatDay,
  formatNumber,
  formatPercent,
  formatPrice,
  typedPrice,
  formatTenths,
  formatScore,
  formatWait,
} from "./format.ts";

/** Intl uses several kinds of spaces. */
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test("formats prices in euros for each language", () => {
  expect(plain(formatPrice(19.99, "fr"))).toBe("19,99 €");
  expect(typedPrice(59.9, "fr")).toBe("59,90");
  expect(typedPrice(1259.9, "en")).toBe("1259.90");
  expect(typedPrice(60, "pt")).toBe("60");
  expect(plain(formatPrice(19.99, "en"))).toBe("€19.99");
  expect(plain(formatPrice(1250.5, "es"))).toBe("1250,50 €");
  expect(plain(formatPrice(120, "pt"))).toBe("€ 120");
});

test("formats numbers, scores and shares", () => {
  expect(plain(formatNumber(12_345, "fr"))).toBe("12 345");
  expect(formatScore(-4, "en")).toBe("−4");
  expect(formatTenths(4, "fr")).toBe("4,0");
  expect(formatTenths(3.75, "en")).toBe("3.8");
  expect(plain(formatPercent(0.954, "fr"))).toBe("95 %");
});

test("formats days in words for each language, independent of the time zone", () => {
  for (const time of ["1998-07-12T00:00:00Z", "1998-07-12T23:59:59Z"]) {
    expect(formatDay(time, "fr")).toBe("12 juillet 1998");
    expect(formatDay(time, "en")).toBe("12 July 1998");
    expect(formatDay(time, "es")).toBe("12 de julio de 1998");
    expect(formatDay(time, "pt")).toBe("12 de julho de 1998");
  }
});

test("writes the first of a month as each language does", () => {
  const first = "2026-11-01T12:00:00Z";
  expect(formatDay(first, "fr")).toBe("1er novembre 2026");
  expect(formatDay(first, "en")).toBe("1 November 2026");
  expect(formatDay(first, "es")).toBe("1 de noviembre de 2026");
  expect(formatDay(first, "pt")).toBe("1º de novembro de 2026");
  expect(formatDay("2026-11-11T12:00:00Z", "fr")).toBe("11 novembre 2026");
});

test("formats a moment to the minute", () => {
  const moment = new Date(1998, 6, 12, 21, 5).toISOString();
  expect(plain(formatDateTime(moment, "fr"))).toBe("12 juillet 1998 à 21:05");
  expect(plain(formatDateTime(moment, "en"))).toBe("12 July 1998 at 21:05");
  expect(plain(formatDateTime(moment, "es"))).toBe("12 de julio de 1998 a las 21:05");
  expect(plain(formatDateTime(moment, "pt"))).toBe("12 de julho de 1998 às 21:05");
});

test("formats a wait in its largest unit, rounded up", () => {
  expect(plain(formatWait(1, "fr"))).toBe("dans 1 minute");
  expect(plain(formatWait(2_400, "en"))).toBe("in 40 minutes");
  expect(plain(formatWait(3_541, "es"))).toBe("dentro de 1 hora");
  expect(plain(formatWait(80_000, "pt"))).toBe("em 23 horas");
});
