import { expect, test } from "vitest";

import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { filterAndSort, type LocalItem } from "./sort-shelf.ts";

const item = (title: string, team: string, year: number | null, score: number): LocalItem => ({
  jersey_id: title,
  created_at: `2026-01-0${title.length}`,
  jersey: { title, team, year, score } as unknown as JerseySummary,
});

const SHELF = [
  item("b", "Saint-Étienne", 1976, 3),
  item("aa", "Bulls", null, 9),
  { jersey_id: "gone", created_at: "2026-02-01", jersey: null },
  item("ccc", "Ajax", 1995, 1),
];

const ids = (items: LocalItem[]) => items.map(({ jersey_id }) => jersey_id);

test.each([
  ["added", ["ccc", "aa", "b", "gone"]],
  ["score", ["aa", "b", "ccc", "gone"]],
  ["title", ["aa", "b", "ccc", "gone"]],
  ["team", ["ccc", "aa", "b", "gone"]],
  ["year", ["ccc", "b", "aa", "gone"]],
] as const)("by %s", (sort, order) => {
  expect(ids(filterAndSort(SHELF, "", sort))).toEqual(order);
});

test("matches all words in any order, without accents and case", () => {
  expect(ids(filterAndSort(SHELF, "1976 etienne", "added"))).toEqual(["b"]);
  expect(ids(filterAndSort(SHELF, "BULLS", "added"))).toEqual(["aa"]);
  expect(ids(filterAndSort(SHELF, "bulls ajax", "added"))).toEqual([]);
});

test("jerseys of the same moment keep their places, whatever the order they are given in", () => {
  const [one, two] = [item("b", "Ajax", 1995, 1), item("a", "Ajax", 1995, 1)];
  for (const sort of ["added", "score", "team", "year"] as const) {
    expect(ids(filterAndSort([one, two], "", sort))).toEqual(["a", "b"]);
    expect(ids(filterAndSort([two, one], "", sort))).toEqual(["a", "b"]);
  }
});
