import fc from "fast-check";
import { expect, test } from "vitest";

import { COLORS } from "../../../shared/domain/colors.ts";
import type { LocalName } from "../../../shared/domain/jersey.ts";
import type { Copy } from "./copy.ts";
import type { CopyFacts } from "./facts.ts";
import type { CopyEntry } from "./filter.ts";
import {
  countBy,
  DIMENSIONS,
  figures,
  comingYear,
  decadeColors,
  fullestPart,
  growth,
  growthByPurchase,
  tellingCharts,
  values,
  yearColumns,
  yearsInShirts,
} from "./statistics.ts";

const UNKNOWN: CopyFacts = {
  title: null,
  team: null,
  league: null,
  competition: null,
  season: null,
  year: null,
  kitType: null,
  brand: null,
  colors: [],
};

function counted(copy: Partial<Copy>, facts: Partial<CopyFacts> = {}): CopyEntry {
  const details = { size: null, size_scale: null, price: null, currency: null, bought_on: null };
  return {
    copy: { created_at: "2026-01-05T10:00:00Z", jersey: null, ...details, ...copy } as Copy,
    facts: { ...UNKNOWN, ...facts },
  };
}

const team = (name: string, league: CopyFacts["league"] = "SOCCER") => ({
  team: name as LocalName,
  league,
});

const anyCopies = fc.array(
  fc
    .record({
      created_at: fc
        .date({
          min: new Date("2015-01-01"),
          max: new Date("2026-12-31"),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString()),
      bought_on: fc.constantFrom(null, "1998", "2019-07", "2024-02-29"),
      size: fc.constantFrom(null, "M", "m", "42"),
      size_scale: fc.constantFrom(null, "adult" as const, "youth" as const),
      price: fc.option(fc.integer({ min: 0, max: 1_000_000_00 }).map((cents) => cents / 100)),
      team: fc.constantFrom(null, "PSG", "FC Barcelona"),
      league: fc.constantFrom("SOCCER" as const, "NBA" as const),
      season: fc.constantFrom(null, "2024-25", "1998", "1931-32"),
      color: fc.option(fc.constantFrom(...COLORS)),
      brand: fc.constantFrom(null, "Nike", "nike", "Puma"),
      currency: fc.constantFrom("EUR", "JPY"),
    })
    .map(({ created_at, bought_on, size, size_scale, price, currency, color, ...facts }) =>
      counted(
        {
          created_at,
          bought_on,
          size,
          size_scale,
          price,
          currency: price === null ? null : currency,
        },
        { ...facts, team: facts.team as LocalName | null, colors: color ? [color] : [] },
      ),
    ),
);

test("sums agree with the number of copies", () => {
  fc.assert(
    fc.property(anyCopies, (copies) => {
      const all = copies.length;
      for (const dimension of DIMENSIONS) {
        const groups = countBy(copies, dimension);
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(all);
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      }
      const { columns, unknown } = yearColumns(copies);
      expect(columns.reduce((sum, { count }) => sum + count, unknown)).toBe(all);
      expect(growth(copies).at(-1)?.total ?? 0).toBe(all);
      const purchases = growthByPurchase(copies);
      expect((purchases.points.at(-1)?.total ?? 0) + purchases.unknown).toBe(all);
      const { values: found, unpriced } = values(copies);
      expect(found.reduce((sum, { priced }) => sum + priced, unpriced)).toBe(all);
    }),
  );
});

test("a chart that doesn't fit begins where most copies are; of equal parts, with the newest", () => {
  const column = (count: number) => ({ from: 0, to: 0, count, seasons: [] });
  const columns = [0, 4, 5, 1, 0, 0, 3].map(column);
  expect(fullestPart(columns, 3)).toBe(1);
  expect(fullestPart(columns, 20)).toBe(0);
  expect(fullestPart([2, 0, 2].map(column), 1)).toBe(2);
  expect(fullestPart([], 3)).toBe(0);
});

test("the largest group first, the unknown last", () => {
  const copies = [
    counted({}),
    counted({}),
    counted({}),
    counted({}, team("PSG")),
    counted({}, team("FC Barcelona")),
    // Of a shirt without a page.
    counted({}, team("fc barcelona")),
    counted({}, team("FC Barcelona", "NBA")),
  ];
  expect(countBy(copies, "team").map(({ key, count }) => [key, count])).toEqual([
    ["fc-barcelona.soccer", 2],
    ["fc-barcelona.nba", 1],
    ["psg.soccer", 1],
    [null, 3],
  ]);
});

test("sizes and brands are one in any case, scales stay apart", () => {
  const sizes = [
    counted({ size: "m", size_scale: "adult" }, { brand: "Nike" }),
    counted({ size: "M", size_scale: "adult" }, { brand: "NIKE" }),
    counted({ size: "M", size_scale: "youth" }),
  ];
  expect(countBy(sizes, "size").map(({ count }) => count)).toEqual([2, 1]);
  expect(countBy(sizes, "brand").map(({ key, count }) => [key, count])).toEqual([
    ["nike", 2],
    [null, 1],
  ]);
});

test("years have no gap; a long span is shown by decades", () => {
  const near = [counted({}, { season: "2019-20" }), counted({}, { season: null, year: 2022 })];
  expect(yearColumns(near).columns.map(({ from, count }) => [from, count])).toEqual([
    [2019, 1],
    [2020, 0],
    [2021, 0],
    [2022, 1],
  ]);
  const far = [counted({}, { season: "1975-76" }), ...near, counted({})];
  const { columns, unknown } = yearColumns(far);
  expect(columns[0]).toEqual({ from: 1970, to: 1979, count: 1, seasons: ["1975-76"] });
  expect(columns.at(-1)).toEqual({ from: 2020, to: 2029, count: 1, seasons: [] });
  expect(unknown).toBe(1);
});

test("growth is by month, and by year over a long time", () => {
  const at = (created_at: string) => counted({ created_at });
  // Of Paris, as the page of a year.
  expect(growth([at("2025-12-31T23:30:00Z"), at("2025-11-02T00:00:00Z")])).toEqual([
    { period: "2025-11", count: 1, total: 1 },
    { period: "2025-12", count: 0, total: 1 },
    { period: "2026-01", count: 1, total: 2 },
  ]);
  expect(growth([at("2026-01-31T23:00:00Z"), at("2020-11-02T00:00:00Z")])).toHaveLength(7);
  expect(growth([])).toEqual([]);
});

test("a year in shirts is of Paris, and is there from its December on", () => {
  const copies = ["2023-12-31T23:30:00Z", "2025-05-01T00:00:00Z", "2025-06-01T00:00:00Z"].map(
    (created_at) => counted({ created_at }),
  );
  expect(yearsInShirts(copies, new Date("2025-11-30T22:59:59Z"))).toEqual([2024]);
  expect(yearsInShirts(copies, new Date("2025-11-30T23:00:00Z"))).toEqual([2025, 2024]);
});

test("the year in shirts is announced in November only", () => {
  expect(comingYear(new Date("2025-10-31T22:59:59Z"))).toBeUndefined();
  expect(comingYear(new Date("2025-11-01T12:00:00Z"))).toBe(2025);
  expect(comingYear(new Date("2025-11-30T23:00:00Z"))).toBeUndefined();
});

test("values are exact, per currency, and never added over currencies", () => {
  const priced = (price: number, currency: string) => counted({ price, currency });
  const copies = [
    priced(0.1, "EUR"),
    priced(0.2, "EUR"),
    priced(9000, "JPY"),
    priced(0, "EUR"),
    counted({}),
  ];
  const { values: found, unpriced } = values(copies);
  expect(unpriced).toBe(1);
  expect(found.map(({ currency, sum, priced: count }) => [currency, sum, count])).toEqual([
    ["EUR", 0.3, 3],
    ["JPY", 9000, 1],
  ]);
  expect(found[0]?.dearest.map(({ copy }) => copy.price)).toEqual([0.2, 0.1, 0]);
});

test("different teams, countries and seasons", () => {
  const of = (country: string | null) =>
    ({ teams: { colors: [], country, competition: null } }) as unknown as Copy["jersey"];
  const copies = [
    counted({ jersey: of("FR") }, { ...team("PSG"), season: "2024-25" }),
    counted({ jersey: of("FR") }, { ...team("Lens"), season: "2024-25" }),
    counted({ jersey: of(null) }),
    counted({ jersey: null, former_jersey: of("ES") as unknown as Copy["former_jersey"] }),
  ];
  expect(figures(copies)).toEqual({ shirts: 4, teams: 2, countries: 2, seasons: 1 });
});

test("a small collection has the charts that say something, a large one all", () => {
  const shirts = [
    counted({ price: 60 }, { ...team("Paris"), brand: "Nike", colors: ["blue"], year: 2020 }),
    counted({}, { ...team("Lens"), brand: "Puma", colors: ["red"], year: 2020 }),
    counted({}, { ...team("Nice"), brand: "Puma", colors: ["black"], year: 2021 }),
  ];
  // All teams and colours are different, and all sizes unknown.
  expect([...tellingCharts(shirts)]).toEqual(["value", "brand", "year"]);
  expect([...tellingCharts(shirts.slice(1))]).toEqual([]);
  // One bar, and others of a single shirt: that is no chart.
  const teams = ["Paris", "Paris", "Lens", "Nice", "Metz"].map((name) => counted({}, team(name)));
  expect([...tellingCharts(teams)]).toEqual([]);
  expect([...tellingCharts(teams.slice(0, 4))]).toEqual(["team"]);
  expect(tellingCharts(Array.from({ length: 20 }, () => shirts[0]!)).size).toBe(7);
});

test("counts main colours by the decade of the season, the oldest first and the unknown last", () => {
  const shirts = [
    counted({}, { season: "2001-02", colors: ["red", "white"] }),
    counted({}, { colors: ["black"] }),
    counted({}, { year: 1998, colors: ["blue"] }),
    counted({}, { season: "2009-10", colors: ["blue"] }),
    counted({}, { season: "2004-05", colors: ["blue", "red"] }),
    counted({}, { year: 2006 }),
  ];
  expect(decadeColors(shirts)).toEqual([
    { decade: 1990, count: 1, colors: [{ color: "blue", count: 1 }] },
    {
      decade: 2000,
      count: 4,
      colors: [
        { color: "blue", count: 2 },
        { color: "red", count: 1 },
        { color: null, count: 1 },
      ],
    },
    { decade: null, count: 1, colors: [{ color: "black", count: 1 }] },
  ]);
});
