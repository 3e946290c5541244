import { expect, test } from "vitest";

import { isBoardScope, isBoardValue, likedByAtLeast } from "./leaderboard.ts";

test("a bound is rounded down to whole percents", () => {
  expect([0.88214, 0.8389, 0.502, 0.999, 0.29].map(likedByAtLeast)).toEqual([
    0.88, 0.83, 0.5, 0.99, 0.29,
  ]);
});

test.each(["", "Ligue-1", "a b", "-x", "x-", "a--b", "x".repeat(81), "'; --", "../x"])(
  "%j is no value of a board",
  (value) => expect(isBoardValue(value)).toBe(false),
);

test.each(["ligue-1", "2024-25", "nba", "red", "le-coq-sportif"])("%s is one", (value) =>
  expect(isBoardValue(value)).toBe(true),
);

test("a board is of one of five things", () => {
  expect(["sport", "season", "competition", "brand", "color"].every(isBoardScope)).toBe(true);
  expect(["team", "all", "toString", ""].some(isBoardScope)).toBe(false);
});
