import { expect, test } from "vitest";

import { addDays, addMonths, dayAt, isMonth, startOf, yearBehind } from "./day.ts";

test.each([
  ["2026-03-28T22:59:59Z", "2026-03-28"],
  ["2026-03-28T23:00:00Z", "2026-03-29"],
  ["2026-03-29T21:59:59Z", "2026-03-29"],
  ["2026-03-29T22:00:00Z", "2026-03-30"],
  ["2026-10-24T22:00:00Z", "2026-10-25"],
  ["2026-10-25T00:30:00Z", "2026-10-25"],
  ["2026-10-25T01:30:00Z", "2026-10-25"],
  ["2026-10-25T22:59:59Z", "2026-10-25"],
  ["2026-10-25T23:00:00Z", "2026-10-26"],
])("at %s it is %s in Paris", (moment, day) => {
  expect(dayAt(new Date(moment))).toBe(day);
});

test("every day of a year begins where the one before ends", () => {
  for (let day = "2026-01-01"; day < "2027-01-01"; day = addDays(day, 1)) {
    const start = startOf(day);
    expect(dayAt(start)).toBe(day);
    expect(dayAt(new Date(start.getTime() - 1))).toBe(addDays(day, -1));
  }
  const hours = (day: string) =>
    (startOf(addDays(day, 1)).getTime() - startOf(day).getTime()) / 3_600_000;
  expect([hours("2026-03-29"), hours("2026-10-25"), hours("2026-11-26")]).toEqual([23, 25, 24]);
});

test("months", () => {
  expect([addMonths("2026-12", 1), addMonths("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  expect(["2026-11", "2026-13", "2026-1", "1999-01", "x"].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ["2026-11-30", undefined],
  ["2026-12-01", 2026],
  ["2027-01-31", 2026],
  ["2027-02-01", undefined],
])("%s looks back on the year %s", (day, year) => {
  expect(yearBehind(day)).toBe(year);
});
