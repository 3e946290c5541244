import { expect, test } from "vitest";

import { foundText, isFound, soughtWords } from "./found-text.ts";

test.each([
  ["AC Milan", "A.C. Milan"],
  ["A.C. Milan", "ac milan"],
  ["A.C.Milan", "milan"],
  ["D.C. United", "D.C. United"],
  ["Paris Saint-Germain PSG", "P.S.G."],
  ["Paris Saint-Germain PSG", "p.s.g"],
  ["Paris Saint-Germain", "Saint‑Germain"],
  ["AS Saint-Étienne", "saint etienne"],
  ["AS Saint-Étienne", "etienne saint"],
  ["1. FC Köln", "Koeln"],
  ["1. FC Köln", "koln"],
  ["Bayern München", "muenchen"],
  ["Queens Park Rangers", "Queen’s Park"],
  ["Newell's Old Boys", "newells"],
  ["Newell’s Old Boys", "newell's old"],
  ["Ça c'est Paris", "c'est"],
  ["Beşiktaş", "besikt"],
])("%s is found by %s", (text, query) => {
  expect(isFound(foundText(text), soughtWords(query))).toBe(true);
});

test.each([
  ["AS Roma", "om"],
  ["Real Madrid", "madrid atletico"],
  ["Paris", "P.S.G."],
])("%s is not found by %s", (text, query) => {
  expect(isFound(foundText(text), soughtWords(query))).toBe(false);
});

test("parts that are missing count for nothing", () => {
  expect(foundText("OM", null, undefined, 1993)).toBe(" om 1993 ");
});
