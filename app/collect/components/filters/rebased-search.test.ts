import { expect, it } from "vitest";

import { rebasedSearch } from "./rebased-search.ts";

it.each([
  ["nothing else is on its way", "?kit=home", "", "", "?kit=home"],
  ["another filter was set since", "?kit=home", "", "?sport=soccer", "?sport=soccer&kit=home"],
  [
    "another value was chosen since",
    "?brand=a&brand=b",
    "?brand=a",
    "?brand=a&brand=c",
    "?brand=a&brand=c&brand=b",
  ],
  ["a value is taken away", "", "?kit=home", "?sport=soccer&kit=home", "?sport=soccer"],
  [
    "one of two values is taken away",
    "?kit=away",
    "?kit=home&kit=away",
    "?sport=nba&kit=home&kit=away",
    "?sport=nba&kit=away",
  ],
  ["the same link is pressed twice", "?kit=home", "", "?kit=home", "?kit=home"],
  [
    "an order takes the place of another",
    "?sort=year",
    "?sort=new",
    "?sport=nba&sort=new",
    "?sport=nba&sort=year",
  ],
  ["another filter was taken away since", "?sport=nba&kit=home", "?sport=nba", "", "?kit=home"],
  ["a step deeper is left", "?kit=home", "?after=x", "?sport=nba&after=x", "?sport=nba&kit=home"],
])("%s", (_, to, from, onto, result) => {
  expect(rebasedSearch(to, from, onto)).toBe(result);
});
