import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { SUPABASE_DIR } from "../support/database.ts";

const FOLDER = join(SUPABASE_DIR, "migrations");
const FILES = readdirSync(FOLDER).sort();
/** The newest migration of release 0.2.0. Later ones are appended and may redefine what came before. */
const LAST_OF_0_2_0 = "20261122002600_public_changes.sql";

/** `20261122000100_text.sql` → its time, or undefined if it has none. */
function timeOf(file: string): string | undefined {
  const version = /^(\d{14})_[a-z]+(?:_[a-z]+)*\.sql$/.exec(file)?.[1];
  return version?.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6.000Z");
}

test("every migration has a valid and unique time in its name", () => {
  for (const file of FILES) {
    const time = timeOf(file);
    expect(time, file).toBeDefined();
    expect(new Date(time!).toISOString(), file).toBe(time);
  }
  expect(new Set(FILES.map(timeOf)).size).toBe(FILES.length);
});

test("every object is defined once up to 0.2.0, in its final form", () => {
  const sql = FILES.filter((file) => file <= LAST_OF_0_2_0)
    .map((file) => readFileSync(join(FOLDER, file), "utf8").replaceAll(/--.*$/gm, ""))
    .join("\n");
  const defined = [
    ...sql.matchAll(
      /^create (?:or replace )?(function|view|table|(?:unique )?index|trigger|policy) ("[^"]+"|[\w.]+)/gm,
    ),
  ].map(([, kind, name]) => `${kind} ${name}`);
  expect(defined.length).toBeGreaterThan(300);
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([]);
  expect(sql.match(/^(create or replace|drop|alter function|alter policy) .*/gm)).toBeNull();
});

test("docs/migrations.md lists every migration, in order", () => {
  const docs = readFileSync(join(SUPABASE_DIR, "../docs/migrations.md"), "utf8");
  const listed = [...docs.matchAll(/^\| `([\w.]+\.sql)` \|/gm)].map(([, file]) => file);
  expect(listed).toEqual(FILES);
});
