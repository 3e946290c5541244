import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";

import { hashOf, released, unreleased } from "../../../scripts/migration/join-steps.ts";
import { BY_HAND, listMigrations, readMigration } from "../../../scripts/migration/step-file.ts";
import { readCatalogue } from "../../support/schema/catalogue.ts";
import { difference } from "../../../scripts/migration/difference.ts";
import { readRows } from "../../../scripts/migration/rows.ts";
import { createTestDatabase, SUPABASE_DIR } from "../../support/database.ts";
import { schemaFolder } from "../support/schema-folder.ts";

const FOLDER = join(SUPABASE_DIR, "migrations");
const FILES = listMigrations(FOLDER);
/** Of clocks, in milliseconds: a migration may come from another machine. */
const TOLERANCE = 60_000;

const undo = new AsyncDisposableStack();
let migrated: pg.Client;
let schema: pg.Client;

async function open(migrations?: string): Promise<pg.Client> {
  const database = await createTestDatabase(migrations);
  undo.defer(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  undo.defer(() => client.end());
  return client;
}

beforeAll(async () => {
  migrated = await open();
  schema = await open(schemaFolder(undo));
});
afterAll(() => undo.disposeAsync());

/** `20261122000100_text.sql` → its time, or undefined if it has none. */
function timeOf(file: string): Date | undefined {
  const version = /^(\d{14})_[a-z]+(?:_[a-z]+)*\.sql$/.exec(file)?.[1];
  const time = version?.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6.000Z");
  return time && new Date(time).toJSON() === time ? new Date(time) : undefined;
}

/** Names what differs, in short. */
function namesOf({ removed, added }: ReturnType<typeof difference>): string[] {
  return [...removed, ...added].map((item) => item.split("\n")[0]!.slice(0, 200));
}

test("supabase/schemas and supabase/migrations make the same database", async () => {
  const objects = difference(await readCatalogue(migrated), await readCatalogue(schema));
  const rows = difference(await readRows(migrated), await readRows(schema));
  expect([...namesOf(objects), ...namesOf(rows)], "npm run migration -- <subject>").toEqual([]);
});

test("every migration has a valid and unique time in its name, which is past", () => {
  for (const file of FILES) {
    expect(timeOf(file), file).toBeDefined();
    expect(timeOf(file)!.getTime(), file).toBeLessThan(Date.now() + TOLERANCE);
  }
  expect(new Set(FILES.map((file) => timeOf(file)!.getTime())).size).toBe(FILES.length);
});

test("the baseline makes the schema of the databases that it takes over", async () => {
  // Their catalogue and rows, as their migrations had made them when the baseline was written.
  const theirs = JSON.parse(
    gunzipSync(readFileSync(join(import.meta.dirname, "taken-over.json.gz"))).toString(),
  ) as string[];
  const folder = mkdtempSync(join(tmpdir(), "baseline-"));
  undo.defer(() => rmSync(folder, { recursive: true }));
  cpSync(join(FOLDER, FILES[0]!), join(folder, FILES[0]!));
  const made = await open(folder);
  const ours = [...(await readCatalogue(made)), ...(await readRows(made))];
  // Not of the site: the backend's own schema, which has migrations of its own.
  const ofSite = (item: string) => !/(?:^| )backend\./.test(item.split("\n", 1)[0]!);
  expect(namesOf(difference(theirs.filter(ofSite), ours.filter(ofSite)))).toEqual([]);
});

test("the baseline is the first", () => {
  expect(FILES.filter((file) => file.endsWith("_baseline.sql"))).toEqual([FILES[0]]);
});

test("released migrations are as they were released, and the others come after them", () => {
  const known = [...released(SUPABASE_DIR)];
  expect(known.length).toBeGreaterThan(0);
  expect(FILES.slice(0, known.length)).toEqual(known.map(([file]) => file));
  for (const [file, hash] of known) expect(hashOf(FOLDER, file), file).toBe(hash);
});

test("no function is defined by two migrations that are not released: join them", () => {
  const defined = unreleased(SUPABASE_DIR).flatMap((file) => {
    const functions = readMigration(FOLDER, file).matchAll(
      /^create (?:or replace )?function ([^(]+)\(/gim,
    );
    return [...new Set([...functions].map(([, name]) => name!.replaceAll('"', "")))];
  });
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([]);
});

test("nothing is left to be written by hand", () => {
  const unfinished = FILES.filter((file) => readMigration(FOLDER, file).includes(BY_HAND));
  expect(unfinished).toEqual([]);
});
