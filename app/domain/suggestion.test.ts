import { expect, test } from "vitest";

import { fieldOf, isSource, isTargetType, photoKey } from "./suggestion.ts";

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
