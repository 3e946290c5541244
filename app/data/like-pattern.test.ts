import { expect, test } from "vitest";

import { likePattern } from "./like-pattern.ts";

test.each([
  ["Saint-Étienne", "%saint-etienne%"],
  ["  Köln ", "%koln%"],
  ["100%", String.raw`%100\%%`],
  ["a_b", String.raw`%a\_b%`],
  [String.raw`a\b`, String.raw`%a\\b%`],
  ["a*b", "%a_b%"],
])("%s", (text, pattern) => {
  expect(likePattern(text)).toBe(pattern);
});
