import { expect, test } from "vitest";

import { contradictionsOf } from "./contradictions.ts";

test.each([
  [{ year: 1911, season: "2011-2012" }, ["year"]],
  [{ year: 2011, season: "2011-2012" }, []],
  [{ year: 2012, season: "2011-12" }, []],
  [{ year: 2000, season: "1999-00" }, []],
  [{ year: 2025, season: "2026" }, ["year"]],
  [{ year: 1998, season: "Finale" }, []],
  [{ year: null, season: "2011-2012" }, []],
  [{ link: "https://www.footshop.example/maillot" }, []],
  [{ link: "https://shop.example/maillot" }, ["shop"]],
  [{ link: "https://www.vinted.fr/items/1" }, ["shop"]],
  [{ link: "https://example.org/histoire" }, []],
])("%j contradicts itself: %j", (given, found) => {
  expect(contradictionsOf(given)).toEqual(found);
});
