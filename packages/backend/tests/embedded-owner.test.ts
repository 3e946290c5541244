import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startEmbeddedDatabase } from "../src/database/embedded/start.ts";
import { migrate } from "../src/database/migrate.ts";
import { SERVICE_POLICY } from "../src/database/service-policies.ts";
import { silentLogger } from "../src/logger.ts";
import { MIGRATIONS } from "./support/database.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "backend-owner-"));
  await chmod(directory, 0o755);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

const start = () => startEmbeddedDatabase({ directory, log: silentLogger });

test("the embedded database belongs to an ordinary role", async () => {
  const database = await start();
  expect(
    await ask(
      database.url,
      `select current_user::text as role, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication
       from pg_roles where rolname = current_user`,
    ),
  ).toEqual([
    {
      role: "app",
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    },
  ]);
  await migrate(database.url, MIGRATIONS, silentLogger);
  await database.stop();
});

// Earlier versions ran as the superuser: the database and all in it were its own, and the service
// role had `bypassrls`.
test("the data folder of an earlier version is handed over at the next start", async () => {
  const earlier = await start();
  const maintenance = Object.assign(new URL(earlier.superuserUrl), { pathname: "/postgres" }).href;
  await ask(maintenance, "drop database app with (force)");
  await ask(maintenance, "drop role app");
  await ask(maintenance, "create database app");
  await ask(maintenance, "alter role service_role bypassrls");
  await migrate(earlier.superuserUrl, MIGRATIONS, silentLogger);
  await ask(earlier.superuserUrl, `drop policy "${SERVICE_POLICY}" on bookmarks`);
  await ask(
    earlier.superuserUrl,
    "insert into bookmarks (owner, url) values (gen_random_uuid(), 'https://example.org')",
  );
  await earlier.stop();

  const database = await start();
  expect(await migrate(database.url, MIGRATIONS, silentLogger)).toEqual([]);
  await ask(database.superuserUrl, "alter role service_role nobypassrls");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table later (id integer); set role service_role");
  expect((await client.query("select url from bookmarks")).rows).toEqual([
    { url: "https://example.org" },
  ]);
  expect((await client.query("select from later")).rows).toEqual([]);
  await client.end();
  await database.stop();
});
