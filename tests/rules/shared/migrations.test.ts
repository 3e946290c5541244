import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";

import { BY_HAND, listMigrations, readMigration } from "../../../scripts/migration/step-file.ts";
import { readCatalogue } from "../../../scripts/schema-comparison/catalogue.ts";
import { difference } from "../../../scripts/schema-comparison/difference.ts";
import { readRows } from "../../../scripts/schema-comparison/rows.ts";
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

/** Names what differs; `npm run compare-schemas -- supabase/schemas` shows it in full. */
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

test("the baseline is the first", () => {
  expect(FILES.filter((file) => file.endsWith("_baseline.sql"))).toEqual([FILES[0]]);
});

/** What the last commit has; undefined where there is no repository. */
function committed(): string[] | undefined {
  try {
    const tree = ["ls-tree", "--name-only", "HEAD", "migrations/"];
    const output = execFileSync("git", tree, { cwd: SUPABASE_DIR, encoding: "utf8" });
    return output.match(/[^/\n]+\.sql$/gm) ?? [];
  } catch {
    return undefined;
  }
}

test("a new migration comes after those of the last commit", () => {
  const known = committed();
  if (!known) return;
  const last = known.filter((file) => FILES.includes(file)).at(-1) ?? "";
  for (const file of FILES.filter((each) => !known.includes(each))) {
    expect(file > last, `${file} sorts before ${last}`).toBe(true);
  }
});

test("nothing is left to be written by hand", () => {
  const unfinished = FILES.filter((file) => readMigration(FOLDER, file).includes(BY_HAND));
  expect(unfinished).toEqual([]);
});
