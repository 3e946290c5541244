import { describe, expect, it, test } from "vitest";

import { fieldOf } from "./facts/fact.ts";
import {
  isSmallCorrection,
  isSource,
  isTargetType,
  photoKey,
  reasonOnce,
  type Verdicts,
} from "./suggestion.ts";

test("a source has 10 to 500 characters, spaces around it not counted", () => {
  expect(isSource("  the label ")).toBe(false);
  expect(isSource("see label!")).toBe(true);
  expect(isSource("x".repeat(500))).toBe(true);
  expect(isSource("x".repeat(501))).toBe(false);
});

test("a decision is about a column or a photo", () => {
  expect(["competition_id", "title", "founded_year"].map(fieldOf)).toEqual([
    "competition",
    "title",
    "founded_year",
  ]);
  expect(photoKey("1")).toBe("photo:1");
});

test("targets are jerseys, teams and competitions", () => {
  expect(isTargetType("team")).toBe(true);
  expect(isTargetType("season")).toBe(false);
  expect(isTargetType(undefined)).toBe(false);
});

describe("a small correction", () => {
  it.each([
    ["jersey", [{ field: "year", after: "1976" }], true],
    ["jersey", [{ field: "season_id", after: "1976" }, { field: "price" }], true],
    [
      "jersey",
      [
        { field: "year", after: "1976" },
        { field: "title", after: "Vert" },
      ],
      false,
    ],
    ["jersey", [{ field: "competition", after: "Ligue 1" }], false],
    ["jersey", [{ field: "edition", after: "Finale" }], false],
    ["team", [{ field: "city", after: "Lyon" }], false],
    ["team", [{ field: "founded_year", after: "1919" }], true],
    ["team", [{ field: "colors", after: "vert" }], false],
    ["competition", [{ field: "name", after: "Ligue 1" }], false],
    ["jersey", [], false],
  ] as const)("of a %s: %j is %s", (type, changes, expected) => {
    expect(isSmallCorrection(type, changes)).toBe(expected);
  });

  it("of a brand in words of one's own is none", () => {
    expect(isSmallCorrection("jersey", [{ field: "brand" }], ["brand"])).toBe(false);
    expect(isSmallCorrection("jersey", [{ field: "year" }], ["brand"])).toBe(true);
  });
});

const refused = { accepted: false, reason: "wrong", note: "Voir la photo." } as const;

test("the one reason of several refused parts stands beside them", () => {
  const year = { accepted: true };
  expect(reasonOnce({ year, title: refused, edition: refused })).toEqual({
    verdicts: { year, title: { accepted: false }, edition: { accepted: false } },
    why: { reason: "wrong", note: "Voir la photo." },
  });
});

test("a reason stays with its part if it is the only one, or another one", () => {
  const each: Verdicts[] = [
    { title: refused },
    { title: refused, edition: { ...refused, note: "Autre chose." } },
    { year: { accepted: true } },
  ];
  for (const verdicts of each) {
    expect(reasonOnce(verdicts)).toEqual({ verdicts });
  }
});
