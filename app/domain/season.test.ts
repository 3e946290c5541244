import { expect, test } from "vitest";

import { nextSeason, seasonName } from "./season.ts";

test.each([
  ["2025-26", "2026-27", "2026-2027"],
  ["1998-99", "1999-00", "1999-2000"],
  ["1999-00", "2000-01", "2000-2001"],
  ["2026", "2027", "2027"],
])("after %s comes %s", (code, next, name) => {
  expect(nextSeason(code)).toEqual({ code: next, name });
});

test("other texts are no seasons", () => {
  expect(nextSeason("été")).toBeUndefined();
  expect(seasonName("20")).toBeUndefined();
});
