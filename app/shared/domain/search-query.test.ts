import { expect, test } from "vitest";

import { parseSearch, withWholeYear, withYearWithin, seasonCode } from "./search-query.ts";

const year = (from: number) => ({ from, to: from });
const decade = (from: number) => ({ from, to: from + 9 });

test.each([
  ["om 1993", { team: "om", years: year(1993) }],
  ["1993 OM", { team: "om", years: year(1993) }],
  ["OM saison 1993-94", { team: "om", years: year(1993), season: "1993-94" }],
  ["barça 1998/1999", { team: "barca", years: year(1998), season: "1998-99" }],
  [
    "man utd 99/00 away",
    { team: "man utd", years: year(1999), season: "1999-00", kitType: "away" },
  ],
  ["Barça extérieur 2009", { team: "barca", years: year(2009), kitType: "away" }],
  ["flamengo anos 80", { team: "flamengo", years: decade(1980) }],
  ["OM années 90", { team: "om", years: decade(1990) }],
  ["les verts années 1970", { team: "les verts", years: decade(1970) }],
  ["arsenal 90s third", { team: "arsenal", years: decade(1990), kitType: "third" }],
  ["arsenal 1990's", { team: "arsenal", years: decade(1990) }],
  ["arsenal nineties", { team: "arsenal", years: decade(1990) }],
  ["boca los 00s", { team: "boca los", years: decade(2000) }],
  ["liverpool gardien 2019", { team: "liverpool", years: year(2019), kitType: "goalkeeper" }],
  ["dortmund pré-jogo 2024", { team: "dortmund", years: year(2024), kitType: "prematch" }],
  ["arsenal avant match", { team: "arsenal", kitType: "prematch" }],
  ["boca tercera", { team: "boca", kitType: "third" }],
  ["como 1907 1993", { team: "como 1907", years: year(1993) }],
  ["P.S.G. 1993", { team: "psg", years: year(1993) }],
  ["A.C. Milan away", { team: "ac milan", kitType: "away" }],
  ["Queen’s Park 1990", { team: "queens park", years: year(1990) }],
  ["casa pia 2021", { team: "casa pia", years: year(2021) }],
])("reads %j", (query, expected) => {
  expect(parseSearch(query, 2026)).toEqual(expected);
});

test.each([
  "om",
  "1993",
  "années 90",
  "schalke 04",
  "hannover 96",
  "om 2093",
  "om 1793",
  "0-0",
  "home",
  "",
  "76ers",
  "om 93-95",
])("reads no time or kit in %j", (query) => {
  expect(parseSearch(query, 2026)).toBeUndefined();
});

test("a year is the season that begins in it", () => {
  expect(seasonCode(1993, false)).toBe("1993-94");
  expect(seasonCode(1999, false)).toBe("1999-00");
  expect(seasonCode(1993, true)).toBe("1993");
});

test.each([
  ["france 98", "france 1998"],
  ["psg '05", "psg 2005"],
  ["98", undefined],
  ["france 1998", undefined],
  ["nice 3 98", "nice 3 1998"],
])("%j may mean %j", (query, expected) => {
  expect(withWholeYear(query, 2026)).toBe(expected);
});

test.each([
  ["france 98 zidane", "france 1998 zidane"],
  ["france 98 zidane 10", "france 1998 zidane 10"],
  ["jordan 23 bulls '96", "jordan 23 bulls 1996"],
  ["france 1998 zidane 10", undefined],
  ["zidane 5", undefined],
])("%j may mean the year in %j", (query, expected) => {
  expect(withYearWithin(query, 2026)).toBe(expected);
});
