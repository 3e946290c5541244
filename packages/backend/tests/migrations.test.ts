import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { awaitMigrations } from "../src/database/await-migrations.ts";
import { migrate } from "../src/database/migrate.ts";
import { type Logger, silentLogger } from "../src/logger.ts";
import { createTestDatabase } from "../src/testing/test-database.ts";

/** A folder of migrations: names and texts. */
async function folder(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "migrations-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(directory, name), sql);
  return directory;
}

async function newDatabase(): Promise<string> {
  const database = await createTestDatabase({
    postgresUrl: inject("postgresUrl"),
    migrations: await folder({ "1_kits.sql": "create table kits (name text)" }),
  });
  onTestFinished(() => database.drop());
  return database.url;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A log whose warnings resolve `warned`. */
function watchedLog(): { log: Logger; warned: Promise<string> } {
  const { promise: warned, resolve } = Promise.withResolvers<string>();
  const log: Logger = { ...silentLogger, warn: (_details, message) => resolve(message ?? "") };
  return { log, warned };
}

test("a migration steps back from a table in use, and others go on meanwhile", async () => {
  const url = await newDatabase();
  const [long, other] = [await connect(url), await connect(url)];
  await long.query("begin");
  await long.query("select from kits");
  const { log, warned } = watchedLog();
  const migrations = await folder({ "2_year.sql": "alter table kits add column year integer" });
  const migrated = migrate(url, migrations, log);
  expect(await warned).toBe("a migration waits for a table in use");
  await other.query("insert into kits (name) values ('home')");
  await long.query("commit");
  expect(await migrated).toEqual(["2_year"]);
  const { rows } = await other.query("select * from kits");
  expect(rows).toEqual([{ name: "home", year: null }]);
});

test("a migration that fails changes nothing and is named", async () => {
  const url = await newDatabase();
  const migrations = await folder({
    "2_year.sql": "alter table kits add column year integer; select 1/0",
  });
  await expect(migrate(url, migrations, silentLogger)).rejects.toThrow(
    /2_year\.sql: division by zero/,
  );
  const client = await connect(url);
  expect((await client.query("select * from kits")).fields.map(({ name }) => name)).toEqual([
    "name",
  ]);
});

test("indexes are built while others write, and again after an interruption", async () => {
  const url = await newDatabase();
  const client = await connect(url);
  // What an interruption leaves.
  await client.query("create index kits_by_name on kits (lower(name))");
  const index = `-- For the list; two
-- lines.
drop index concurrently if exists kits_by_name;
create index concurrently kits_by_name on kits (name);
comment on index kits_by_name is 'For the list.';
`;
  const migrations = await folder({ "2_index.sql": index });
  await client.query("begin");
  await client.query("insert into kits (name) values ('home')");
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const migrated = Promise.all([
    migrate(url, migrations, silentLogger),
    // Waits for its turn without holding the other up.
    migrate(url, migrations, silentLogger),
  ]).finally(resolve);
  const other = await connect(url);
  await other.query("insert into kits (name) values ('away')");
  await client.query("commit");
  await finished;
  expect((await migrated).flat()).toEqual(["2_index"]);
  const { rows } = await other.query(
    "select indexdef from pg_indexes where indexname = 'kits_by_name'",
  );
  expect(rows).toEqual([
    { indexdef: "CREATE INDEX kits_by_name ON public.kits USING btree (name)" },
  ]);
});

test("waits until another process has migrated; later migrations don't matter", async () => {
  const url = await newDatabase();
  const files = { "1_kits.sql": "create table kits (name text)", "2_year.sql": "select 1" };
  const [own, newer] = [await folder(files), await folder({ ...files, "3_later.sql": "select 1" })];
  const { log, warned } = watchedLog();
  let waiting = true;
  const ready = awaitMigrations(url, own, log).finally(() => (waiting = false));
  expect(await warned).toBe("waiting for migrations: npm run migrate");
  expect(waiting).toBe(true);
  await migrate(url, newer, silentLogger);
  await ready;
  // An empty database too.
  const name = `empty_${process.pid}`;
  const admin = await connect(url);
  await admin.query(`create database ${name}`);
  onTestFinished(async () => void (await admin.query(`drop database ${name}`)));
  const empty = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const watched = watchedLog();
  const begun = awaitMigrations(empty, own, watched.log);
  expect(await watched.warned).toBe("waiting for migrations: npm run migrate");
  await migrate(empty, own, silentLogger);
  await begun;
});

/** What `newDatabase` has applied, with a second migration, as one file. */
const JOINED = {
  "3_kits.sql":
    "-- joins: 1 2\n-- otherwise: start the last release on it once\ncreate table kits (name text, year integer)",
};

async function ledgerOf(url: string): Promise<string[]> {
  const client = await connect(url);
  const { rows } = await client.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations order by 1",
  );
  return rows.map(({ version }) => version);
}

test("a database with exactly the joined migrations takes the joined one over without running it", async () => {
  const url = await newDatabase();
  const year = { "2_year.sql": "alter table kits add column year integer" };
  await migrate(url, await folder(year), silentLogger);
  const joined = await folder({ ...JOINED, "4_size.sql": "alter table kits add column size text" });
  expect(await migrate(url, joined, silentLogger)).toEqual(["4_size"]);
  expect(await ledgerOf(url)).toEqual(["3", "4"]);
  expect(await migrate(url, joined, silentLogger)).toEqual([]);
});

test("a joined migration runs where none of its migrations did", async () => {
  const url = await newDatabase();
  const later = { "3_sizes.sql": "-- joins: 7 8\ncreate table sizes (name text)" };
  const kits = { "1_kits.sql": "create table kits (name text)" };
  expect(await migrate(url, await folder({ ...kits, ...later }), silentLogger)).toEqual([
    "3_sizes",
  ]);
});

test.each([
  ["only some of the joined migrations", JOINED, "lacks 1 of the 2 migrations that 3_kits"],
  [
    "others beside them",
    { "3_kits.sql": "-- joins: 1\n-- otherwise: start the last release on it once" },
    "has 1 others",
  ],
  [
    "others than the first was made from",
    { "3_kits.sql": "-- joins: 7 8\n-- otherwise: start the last release on it once" },
    "lacks 2 of the 2",
  ],
])("a database with %s is refused, and stays as it is", async (what, files, problem) => {
  const url = await newDatabase();
  if (what === "others beside them") {
    const client = await connect(url);
    await client.query("insert into supabase_migrations.schema_migrations (version) values ('2')");
  }
  const before = await ledgerOf(url);
  await expect(migrate(url, await folder(files), silentLogger)).rejects.toThrow(
    new RegExp(`${problem}.*: start the last release on it once$`),
  );
  expect(await ledgerOf(url)).toEqual(before);
});
