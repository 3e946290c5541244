import fc from "fast-check";
import { expect, test } from "vitest";

import { parsePart, partFile, partsFor, rangeOf } from "./parts.ts";

test("needs one file for few rows and some hundreds for a million", () => {
  expect(partsFor("teams", 0).map(partFile)).toEqual(["teams-1-1.xml"]);
  expect(partsFor("jerseys", 2_500)).toHaveLength(1);
  expect(partsFor("jerseys", 2_501)).toHaveLength(2);
  expect(partsFor("jerseys", 1_000_000)).toHaveLength(512);
  expect(partsFor("jerseys", 1e9)).toHaveLength(4096);
});

test("puts every id in exactly one part", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 2_000_000 }), (id, rows) => {
      const holders = partsFor("jerseys", rows).filter((part) => {
        const { from, to } = rangeOf(part);
        return id >= from && (to === undefined || id < to);
      });
      expect(holders).toHaveLength(1);
    }),
    { numRuns: 50 },
  );
});

test("names a file after its part", () => {
  for (const part of partsFor("competitions", 30_000)) {
    expect(parsePart(partFile(part))).toEqual(part);
  }
});

test.each([
  "jerseys-1-2.xml",
  "jerseys-1-0.xml",
  "jerseys-3-1.xml",
  "jerseys-01-1.xml",
  "jerseys-8192-1.xml",
  "members-1-1.xml",
  "jerseys.xml",
  "../pages.xml",
  "",
])("does not accept %j as a part", (file) => {
  expect(parsePart(file)).toBeUndefined();
});
