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
