import { expect, test } from "vitest";

import { dateParts, dateText, isPartialDate, isPast, partialDate } from "./partial-date.ts";

test.each([
  ["2019", true],
  ["2019-07", true],
  ["2019-07-31", true],
  ["2024-02-29", true],
  ["2023-02-29", false],
  ["1900-02-29", false],
  ["2019-13", false],
  ["2019-00", false],
  ["2019-07-00", false],
  ["1849", false],
  ["19", false],
  ["", false],
  ["2019--31", false],
])("%s is a date: %s", (text, expected) => {
  expect(isPartialDate(text)).toBe(expected);
});

test("has begun where the day is furthest", () => {
  const now = Date.UTC(2026, 10, 30, 9, 59);
  expect(isPast("2026-11-30", now)).toBe(true);
  expect(isPast("2026-12-01", now)).toBe(false);
  expect(isPast("2026-12", now + 60_000)).toBe(true);
  expect(isPast("2027", now)).toBe(false);
});

test("is typed in parts", () => {
  expect(dateText({ year: "2019", month: "7", day: "" })).toBe("2019-07");
  expect(dateText({ year: "2019", month: "", day: "3" })).toBe("2019--03");
  expect(dateText({ year: "", month: "", day: "" })).toBe("");
  expect(dateParts("2019-07-31")).toEqual({ year: "2019", month: "07", day: "31" });
});

test("is written in words", () => {
  expect(partialDate("2019", "fr-FR")).toBe("2019");
  expect(partialDate("2019-07", "fr-FR")).toBe("juillet 2019");
  expect(partialDate("2019-07-01", "fr-FR")).toBe("1er juillet 2019");
  expect(partialDate("2019-07-31", "en-GB")).toBe("31 July 2019");
});
