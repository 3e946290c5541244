import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { LOGGED_TABLES } from "../data/audit/audit-log.ts";
import { factKey } from "../../shared/i18n/fact-key.ts";
import facts from "../../shared/messages/fr/facts.json";
import french from "../messages/fr/adminCommunity.json";
import { BOOKKEEPING, differences, nameOf } from "./differences.ts";

const asItIs = (_: string, value: string) => value;
const yesOrNo = (value: boolean) => (value ? "oui" : "non");

test("shows both sides of a change, without the database's own columns", () => {
  const before = { city: null, updated_at: "2026-01-01", colors: ["#ffffff"], is_active: true };
  const after = { city: "Lyon", updated_at: "2026-01-02", colors: [], is_active: false };
  expect(differences(before, after, yesOrNo, asItIs)).toEqual([
    { field: "city", before: "", after: "Lyon" },
    { field: "colors", before: "#ffffff", after: "" },
    { field: "is_active", before: "oui", after: "non" },
  ]);
});

test("shows one side of a new or deleted row, without empty columns", () => {
  expect(differences(null, { id: "1", name: "Lyon", city: null }, yesOrNo, asItIs)).toEqual([
    { field: "name", before: "", after: "Lyon" },
  ]);
  expect(differences({ id: "1", priority: 0 }, null, yesOrNo, asItIs)).toEqual([
    { field: "priority", before: "0", after: "" },
  ]);
});

test("says values in words, and no identifier", () => {
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const inWords = (field: string, value: string) => `${field} ${value}`;
  const changes = { year: 1998, team_id: id };
  const after = { team_id: id, swaps: [id], colors: ["white", "red"], changes };
  expect(differences({ team_id: null }, after, yesOrNo, inWords)).toEqual([
    { field: "colors", before: "", after: "colors white, red" },
    { field: "changes", before: "", after: 'changes {"year":1998}' },
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

test("each column that the log shows has a label", () => {
  const types = readFileSync("app/shared/data/database.types.ts", "utf8");
  const columns = LOGGED_TABLES.flatMap((table) => {
    const row = new RegExp(`\\n {6}${table}: \\{\\n\\s+Row: \\{([^}]*)\\}`).exec(types)?.[1] ?? "";
    return [...row.matchAll(/\n\s+(\w+): /g)].map(([, column]) => column ?? "");
  });
  expect(columns.length).toBeGreaterThan(100);
  // Facts are called as everywhere.
  const isLabelled = (column: string) =>
    column in french.log.fields || factKey(column).slice("facts:".length) in facts;
  const unnamed = columns.filter((column) => !BOOKKEEPING.has(column) && !isLabelled(column));
  expect(unnamed).toEqual([]);
});
