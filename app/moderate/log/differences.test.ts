import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { LOGGED_TABLES } from "../data/audit/audit-log.ts";
import type { Json } from "../../shared/data/database.types.ts";
import { factKey } from "../../shared/i18n/fact-key.ts";
import { loadAllMessages } from "../../shared/i18n/messages.ts";
import facts from "../../shared/messages/fr/facts.json";
import french from "../messages/fr/adminCommunity.json";
import { differences, isShown, nameOf } from "./differences.ts";
import { valueInLog } from "./value-in-log.ts";

await loadAllMessages();

const inFrench = (field: string, value: Json | undefined) => valueInLog(field, value, "fr");

test("shows both sides of a change, without the database's own columns", () => {
  const before = { city: null, updated_at: "2026-01-01", colors: ["#ffffff"], is_active: true };
  const after = { city: "Lyon", updated_at: "2026-01-02", colors: [], is_active: false };
  expect(differences(before, after, inFrench)).toEqual([
    { field: "city", before: "", after: "Lyon" },
    { field: "colors", before: "#ffffff", after: "" },
    { field: "is_active", before: "oui", after: "non" },
  ]);
});

test("shows one side of a new or deleted row, without empty columns", () => {
  expect(differences(null, { id: "1", name: "Lyon", city: null }, inFrench)).toEqual([
    { field: "name", before: "", after: "Lyon" },
  ]);
  expect(differences({ id: "1", priority: 0 }, null, inFrench)).toEqual([
    { field: "priority", before: "0", after: "" },
  ]);
});

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

test.each<[column: string, value: Json, said: string]>([
  ["team_id", ID, ""],
  ["swaps", [ID], ""],
  ["colors", ["white", "red"], "Blanc, Rouge"],
  ["role", "reviewer", "Relecteur"],
  ["status", "refused", "refusée"],
  ["done", "corrected", "Corrigé"],
  ["kind", "merge", "Fusion"],
  ["kind", "back", "Dos"],
  ["kind", "photos", "Correction"],
  ["target_type", "comment", "Commentaire"],
  ["country", "FR", "France"],
  ["day", "2026-11-30", "30 novembre 2026"],
  ["moderation_note", "quality: Floue.", "La qualité ne suffit pas – Floue."],
  ["licence", "CC-BY-SA-4.0", "CC BY-SA 4.0"],
  ["words", { year: { before: null, after: "1976" } }, "Année : – → 1976"],
  [
    "verdicts",
    { team_id: { accepted: false, reason: "wrong" } },
    "Équipe : refusée – C’est inexact",
  ],
  [
    "facts",
    { year: 1998, team_id: ID, kit_type: "home" },
    "Année : 1998 · Type de maillot : Domicile",
  ],
  ["a column of tomorrow", "as it is", "as it is"],
])("says what %s is in words: %o", (column, value, said) => {
  expect(inFrench(column, value).replaceAll(/\s/g, " ")).toBe(said);
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
  const unnamed = columns.filter((column) => isShown(column) && !isLabelled(column));
  expect(unnamed).toEqual([]);
});
