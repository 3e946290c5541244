import { expect, test } from "vitest";

import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { loadAllMessages } from "../../shared/i18n/messages.ts";
import type { ShelfItem } from "../data/shelves/shelf-list.ts";
import { filterAndSort, localItem, type LocalItem } from "./sort-shelf.ts";

await loadAllMessages();

function item(title: string, team: string, year: number | null, score: number): LocalItem {
  const jersey = { title, team, year, score } as unknown as JerseySummary;
  const created_at = `2026-01-0${title.length}`;
  return { id: title, jersey_id: title, created_at, jersey, said: jersey, also: "", year };
}

const SHELF = [
  item("b", "Saint-Étienne", 1976, 3),
  item("aa", "Bulls", null, 9),
  {
    ...{ id: "gone", jersey_id: "gone", created_at: "2026-02-01" },
    ...{ jersey: null, said: null, also: "", year: null },
  },
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

test("finds by other names of the team and the kit's name, and sorts by the season's year", () => {
  const stored = {
    ...{ id: "x", title: "Verts 2018", team: "Saint-Étienne", kit_type: "home", year: null },
    ...{ season: { code: "2018-19" }, teams: null },
    called: { short_name: "ASSE", aliases: [{ alias: "Sainté" }] },
  } as unknown as NonNullable<ShelfItem["jersey"]>;
  const found = localItem(
    { id: "x", jersey_id: "x", created_at: "2026-01-01", jersey: stored },
    "fr",
  );
  expect(found.year).toBe(2018);
  for (const query of ["A.S.S.E.", "sainte", "domicile", "saint‑étienne"]) {
    expect(ids(filterAndSort([found, ...SHELF], query, "title"))).toContain("x");
  }
  expect(ids(filterAndSort([found], "om", "title"))).toEqual([]);
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
