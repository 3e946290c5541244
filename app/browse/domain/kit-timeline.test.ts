import { expect, test } from "vitest";

import {
  chosenPeriod,
  decades,
  emptyYears,
  filledRows,
  foldedRows,
  type KitCount,
  timelineKits,
  timelineRows,
  type Worn,
} from "./kit-timeline.ts";

const since = (firstYear: number, lastYear = 2026) => ({ firstYear, lastYear });

const worn = (year: number | null, kit_type: Worn["kit_type"] = "home", code = "2024-25") => ({
  year,
  kit_type,
  season: { code },
});

const kits = (year: number, jerseys = 1, kit_type: KitCount["kit_type"] = "home") => ({
  year,
  kit_type,
  jerseys,
});

test("has a row for every year of the decade, newest first", () => {
  const jerseys = [worn(1998), worn(1998, "away"), worn(1998)];
  const rows = timelineRows(jerseys, [kits(1998, 7)], 1990, since(1900));
  expect(rows.map(({ year }) => year)).toEqual([
    1999, 1998, 1997, 1996, 1995, 1994, 1993, 1992, 1991, 1990,
  ]);
  expect(rows[1]?.cells.home).toEqual({ jerseys: [jerseys[0], jerseys[2]], count: 7 });
  expect(rows[1]?.cells.away.count).toBe(1);
  expect(rows[1]?.cells.third).toEqual({ jerseys: [], count: 0 });
});

test("ends a current decade with this year", () => {
  expect(timelineRows([], [], 2020, since(1900, 2021)).map(({ year }) => year)).toEqual([
    2021, 2020,
  ]);
});

test("begins with the year of foundation, or with an older jersey", () => {
  const years = (jerseys: Worn[]) =>
    timelineRows(jerseys, [], 1990, since(1997)).map(({ year }) => year);
  expect(years([])).toEqual([1999, 1998, 1997]);
  expect(years([worn(1996)])).toEqual([1999, 1998, 1997, 1996]);
});

test("takes a missing year from the season, and a missing kit type as another kit", () => {
  const [row] = timelineRows([worn(null, null, "2024-25")], [], 2020, since(1900, 2024));
  expect(row?.cells.other.jerseys).toHaveLength(1);
});

test("omits what is out of range", () => {
  const rows = timelineRows([worn(2030), worn(1989)], [kits(1989)], 1990, since(1900));
  expect(rows.flatMap(({ cells }) => Object.values(cells).filter(({ count }) => count))).toEqual(
    [],
  );
});

test("lists decades back to the foundation, or to an older jersey", () => {
  expect(decades([kits(1998)], since(1970)).map(({ start }) => start)).toEqual([
    2020, 2010, 2000, 1990, 1980, 1970,
  ]);
  expect(decades([kits(1998, 4), kits(1991)], since(2005)).at(-1)).toEqual({
    start: 1990,
    count: 5,
  });
  expect(decades([], since(2026))).toEqual([{ start: 2020, count: 0 }]);
});

test("selects the decade with the most jerseys, of several the newest, unless another is requested", () => {
  const offered = decades([kits(1998), kits(2004)], since(1990));
  expect(chosenPeriod(offered, null)).toBe(2000);
  const fuller = decades([kits(1998, 4), kits(2004), kits(2021, 3)], since(1990));
  expect(chosenPeriod(fuller, null)).toBe(1990);
  expect(chosenPeriod(offered, "1990")).toBe(1990);
  expect(chosenPeriod(offered, "1880")).toBe(2000);
  expect(chosenPeriod(decades([], since(1990)), "x")).toBe(2020);
});

test("folds years without a jersey that follow each other", () => {
  const rows = timelineRows([], [kits(2016), kits(2013, 2)], 2010, since(2010));
  const folded = foldedRows(rows).map((row) => ("emptyYears" in row ? row.emptyYears : row.year));
  expect(folded).toEqual([[2019, 2018, 2017], 2016, [2015, 2014], 2013, [2012, 2011, 2010]]);
});

test("shows all decades where there is a jersey, on request", () => {
  expect(chosenPeriod(decades([kits(1998)], since(1990)), "all")).toBe("all");
  expect(chosenPeriod(decades([], since(1990)), "all")).toBe(2020);
});

test("has only years with a jersey when it shows all decades", () => {
  const counts = [kits(2004), kits(1998, 3), kits(1996, 1, "away")];
  const jerseys = [worn(2004), worn(1998), worn(1996, "away")];
  const rows = filledRows(jerseys, counts, decades(counts, since(1950)), since(1950));
  expect(rows.map(({ year }) => year)).toEqual([2004, 1998, 1996]);
  expect(rows[1]?.cells.home).toEqual({ jerseys: [jerseys[1]], count: 3 });
  expect(timelineKits(rows)).toEqual(["home", "away", "third"]);
  const keeper = timelineRows([worn(2004, "goalkeeper")], [], 2000, since(1950));
  expect(timelineKits(keeper)).toEqual(["goalkeeper"]);
  const both = timelineRows([worn(2004, "goalkeeper"), worn(2003)], [], 2000, since(1950));
  expect(timelineKits(both)).toEqual(["home", "away", "third", "goalkeeper"]);
});

test("names the years without a jersey, also those of decades without any", () => {
  const counts = [kits(2004), kits(1988)];
  const offered = decades(counts, since(1986, 2005));
  const rows = filledRows([worn(2004), worn(1988)], counts, offered, since(1986, 2005));
  const empty = emptyYears(rows, offered, since(1986, 2005));
  expect(empty).toEqual([
    2005, 2003, 2002, 2001, 2000, 1999, 1998, 1997, 1996, 1995, 1994, 1993, 1992, 1991, 1990, 1989,
    1987, 1986,
  ]);
  // The oldest row may be a jersey from before the foundation.
  const old = filledRows(
    [worn(1984)],
    [kits(1984)],
    decades([kits(1984)], since(1986)),
    since(1986),
  );
  expect(emptyYears(old, decades([kits(1984)], since(1986)), since(1986))).not.toContain(1984);
});
