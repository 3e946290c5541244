import { expect, test } from "vitest";

import { likePattern } from "./like-pattern.ts";

test.each([
  ["Saint-Étienne", "%saint%etienne%"],
  ["saint germain", "%saint%germain%"],
  ["  Köln ", "%koln%"],
  ["100%", "%100%"],
  ["a_b", "%a%b%"],
  [String.raw`a\b`, "%a%b%"],
  ["a*b", "%a%b%"],
  [" * ", "%%"],
])("%s", (text, pattern) => {
  expect(likePattern(text)).toBe(pattern);
});
