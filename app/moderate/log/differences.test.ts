import { expect, test } from "vitest";

import { differences, nameOf } from "./differences.ts";

test("shows both sides of a change, without the database's own columns", () => {
  const before = { city: null, updated_at: "2026-01-01", colors: ["#ffffff"] };
  const after = { city: "Lyon", updated_at: "2026-01-02", colors: [] };
  expect(differences(before, after)).toEqual([
    { field: "city", before: "", after: "Lyon" },
    { field: "colors", before: '["#ffffff"]', after: "[]" },
  ]);
});

test("shows one side of a new or deleted row, without empty columns", () => {
  expect(differences(null, { id: "1", city: null })).toEqual([
    { field: "id", before: "", after: "1" },
  ]);
  expect(differences({ id: "1", priority: 0 }, null)).toEqual([
    { field: "id", before: "1", after: "" },
    { field: "priority", before: "0", after: "" },
  ]);
});

test.each([
  [null, { name: "Lyon" }, "Lyon"],
  [{ title: "Maillot" }, null, "Maillot"],
  [{ name: "Lyon" }, { name: "OL" }, "OL"],
  [{ city: "Lyon" }, { city: "Paris" }, undefined],
])("names the change from %o to %o %s", (before, after, name) => {
  expect(nameOf(before, after)).toBe(name);
});
