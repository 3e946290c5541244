import { expect, test } from "vitest";

import { addDays } from "../../shared/domain/day.ts";
import { isSecondLeft } from "./side.ts";

const seeds = Array.from({ length: 2_000 }, (_, n) => `player ${n}`);
const share = (found: boolean[]) => found.filter(Boolean).length / found.length;

test.each(["2026-11-26", "2026-11-27", "2027-03-28"])(
  "on %s each shirt is on the left for 50 ± 3 %% of 2,000 players",
  (day) => {
    expect(Math.abs(share(seeds.map((seed) => isSecondLeft(day, seed))) - 0.5)).toBeLessThan(0.03);
  },
);

test("a player has no side of their own, and sees the same again", () => {
  const days = Array.from({ length: 2_000 }, (_, n) => addDays("2026-01-01", n));
  const sides = days.map((day) => isSecondLeft(day, "a".repeat(43)));
  expect(Math.abs(share(sides) - 0.5)).toBeLessThan(0.03);
  expect(days.map((day) => isSecondLeft(day, "a".repeat(43)))).toEqual(sides);
});
