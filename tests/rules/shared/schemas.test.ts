import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { readSchemaFile, schemaFiles } from "../../../scripts/migration/schema-files.ts";
import { SUPABASE_DIR } from "../../support/database.ts";
import { flat, parametersOf, readSchema } from "../../support/schema/statements.ts";
import { firingOrder } from "../../support/schema/triggers.ts";

const STATEMENTS = readSchema();

test("config.toml lists every file of supabase/schemas, each once", () => {
  const folder = join(SUPABASE_DIR, "schemas");
  const present = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(schemaFiles().toSorted()).toEqual(present.filter((file) => file.endsWith(".sql")).sort());
});

test("every object is defined once, and never changed or dropped", () => {
  const created = STATEMENTS.filter(({ kind }) => /^(create|comment on) /.test(kind));
  // Functions of one name differ in what they take.
  const names = created.map((each) => {
    if (each.kind === "comment on function") return flat(each.text).split(" is '")[0]!;
    const taken = each.kind === "create function" ? parametersOf(each).join(", ") : "";
    return `${each.kind} ${each.name} ${taken}`;
  });
  expect(names.length).toBeGreaterThan(1000);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const changes = STATEMENTS.filter(
    ({ kind, text }) =>
      /^(alter|drop) (?!table)/.test(kind) || text.startsWith("create or replace"),
  );
  expect(changes.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
});

test("every file begins with three sentences", () => {
  for (const file of schemaFiles()) {
    const [head = ""] = /^(?:--.*\n)*/.exec(readSchemaFile(file))!;
    const sentences = head.replaceAll(/^-- ?/gm, "").match(/[.:;!?](?=\s|$)/g) ?? [];
    expect(sentences.length, file).toBeGreaterThanOrEqual(3);
  }
});

test("the triggers of a table stand in one file, in the order in which they fire", () => {
  const byTable = Map.groupBy(
    STATEMENTS.filter(({ kind }) => kind === "create trigger"),
    ({ name }) => name.replace(/.* on /, ""),
  );
  expect(byTable.size).toBeGreaterThan(20);
  for (const [table, triggers] of byTable) {
    expect(new Set(triggers.map(({ file }) => file)).size, table).toBe(1);
    const names = triggers.map(({ name }) => name);
    expect(names, table).toEqual(firingOrder(triggers).map(({ name }) => name));
  }
});
