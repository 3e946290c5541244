import { expect, test } from "vitest";

import { copyForm, copyFormOf } from "./copy-rules.ts";
import type { Copy } from "./copy.ts";
import type { CopyFacts } from "./facts.ts";
import {
  type CopyEntry,
  copySearch,
  countChosen,
  EMPTY_COPY_QUERY,
  filterCopies,
  parseCopyQuery,
  withoutFilters,
  withValue,
} from "./filter.ts";
import { figures } from "./statistics.ts";
import { type CopySort, sortCopies } from "./sort.ts";

const entry = (id: string, facts: Partial<CopyFacts>, details: Partial<Copy> = {}): CopyEntry => ({
  copy: {
    ...copyForm.parse(copyFormOf({})),
    id,
    created_at: `2026-01-0${id}`,
    updated_at: "",
    jersey: null,
    former_jersey: { title: "", team: facts.team ?? "", league: "SOCCER" },
    photos: [],
    ...details,
  },
  facts: {
    title: null,
    team: null,
    league: "SOCCER",
    competition: null,
    season: null,
    year: null,
    kitType: null,
    brand: null,
    colors: [],
    ...facts,
  },
});

const team = (name: string) => name as CopyFacts["team"];

const COPIES = [
  entry(
    "1",
    { title: "Verts", team: team("Saint-Étienne"), year: 1976, also: "ASSE" },
    { size: "m", price: 20, currency: "EUR" },
  ),
  entry(
    "2",
    { title: "Bulls", team: team("Bulls"), league: "NBA", year: 1996 },
    { size: "M", size_scale: "women", lent_to: "Sam", condition: "good" },
  ),
  entry(
    "3",
    { title: "Étoile", team: team("Red Star"), kitType: "home", season: "2018-19" },
    { size: "L", price: 90, currency: "EUR", condition: "new", bought_on: "2019-07" },
  ),
  entry(
    "4",
    { title: "Domicile", team: team("Red Star"), kitType: "home", year: 2020 },
    { price: 5, currency: "GBP", bought_on: "2020", notes: "Finale" },
  ),
];

const ids = (entries: CopyEntry[]) => entries.map(({ copy }) => copy.id).join("");
const found = (search: string) =>
  ids(filterCopies(COPIES, parseCopyQuery(new URLSearchParams(search))).found);

test.each([
  ["", "1234"],
  ["team=red-star.soccer", "34"],
  ["team=red-star.soccer&team=bulls.nba", "234"],
  ["team=red-star.soccer&size=L", "3"],
  ["size=M", "1"],
  ["size=women-M", "2"],
  ["league=NBA", "2"],
  ["league=MLB", "1234"],
  ["kit=home&condition=new", "3"],
  ["only=lent", "2"],
  ["only=no-price", "2"],
  ["only=no-photo&only=lent", "2"],
  ["q=etienne 1976", "1"],
  ["q=finale", "4"],
  ["q=Saint%E2%80%91Etienne", "1"],
  ["q=a.s.s.e.", "1"],
  ["q=rien", ""],
])("%s finds %s", (search, expected) => {
  expect(found(search)).toBe(expected);
});

test("a value counts what the other filters leave", () => {
  const query = parseCopyQuery(new URLSearchParams("team=red-star.soccer&size=L"));
  const { counts, marks } = filterCopies(COPIES, query);
  expect([...counts.team]).toEqual([["red-star.soccer", 1]]);
  expect([...counts.size]).toEqual([["L", 1]]);
  expect([...counts.kit]).toEqual([["home", 1]]);
  expect(marks).toEqual({ lent: 0, "no-photo": 1, "no-price": 0 });
});

test.each<[CopySort, string]>([
  ["added", "4321"],
  ["title", "2431"],
  ["team", "2431"],
  ["year", "4321"],
  ["bought", "4321"],
  ["condition", "3241"],
  ["price", "3142"],
])("sorts by %s", (sort, expected) => {
  expect(ids(sortCopies(COPIES, { sort, isReversed: false }, "fr"))).toBe(expected);
});

test.each<[CopySort, string]>([
  ["title", "1342"],
  ["bought", "3421"],
  ["price", "4132"],
])("sorts by %s the other way round; what lacks it is last all the same", (sort, expected) => {
  expect(ids(sortCopies(COPIES, { sort, isReversed: true }, "fr"))).toBe(expected);
});

test("an address and its query are the same", () => {
  const search = "?team=bulls.nba&size=women-M&only=lent&q=a+b&sort=price&order=reversed";
  const query = parseCopyQuery(new URLSearchParams(search));
  expect(copySearch(query)).toBe(search);
  expect(countChosen(query)).toBe(4);
  expect(copySearch(withValue(query, "team", "bulls.nba"))).not.toContain("team");
  expect(withoutFilters(query)).toEqual({ ...EMPTY_COPY_QUERY, sort: "price", isReversed: true });
});

test("filters, counts and sorts 20,000 copies in a moment", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => COPIES[index % COPIES.length]!);
  // The processor's time: on a busy machine, the clock goes on while this waits.
  const start = process.threadCpuUsage();
  const { found: all } = filterCopies(many, { ...EMPTY_COPY_QUERY, q: "red star" });
  sortCopies(all, { sort: "title", isReversed: false }, "fr");
  expect(all).toHaveLength(10_000);
  const { user, system } = process.threadCpuUsage(start);
  expect(user + system, "microseconds").toBeLessThan(1_000_000);
});

test("the filter has as many teams as the numbers", () => {
  const bulls = entry("5", { team: team("Bulls"), league: "SOCCER" });
  const all = [...COPIES, bulls];
  expect(filterCopies(all, EMPTY_COPY_QUERY).counts.team.size).toBe(4);
  expect(figures(all).teams).toBe(4);
});
