import { migrate, silentLogger } from "@maillotheque/backend";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { listMigrations } from "../../scripts/migration/step-file.ts";
import { readCatalogue } from "../../scripts/schema-comparison/catalogue.ts";
import { difference } from "../../scripts/schema-comparison/difference.ts";
import { SITE_OPTIONS } from "../../server/operate/backend-options.ts";
import { beforeMigration } from "../support/migrations.ts";
import { identity } from "../rules/support/rules.ts";

/**
 * A small site of commit 8a2efea7, the last with the 112 migrations before the baseline: the demo
 * catalogue cut down to 30 jerseys, with votes, a staged edit, a suggestion, a copy, comments and a
 * report. Made with `pg_dump --inserts --rows-per-insert=200 --no-owner` of PostgreSQL 15, less
 * psql's commands, comments and the role's name, compressed with Brotli.
 */
const SITE = join(import.meta.dirname, "support/site-of-8a2efea7.sql.br");

const RENAMED: Record<string, string> = {
  "private.unsettled": "private.pending_standings",
  "private.told_of_plans": "private.proposal_notified_members",
  "private.visitor_report_office": "private.visitor_report_intake",
};

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** An empty database of a superuser, as the dump's was. */
async function createDatabase(): Promise<string> {
  const admin = await connect(inject("superuserUrl"));
  const name = `site_${randomUUID().replaceAll("-", "")}`;
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return Object.assign(new URL(inject("superuserUrl")), { pathname: `/${name}` }).href;
}

/** A connection that ends with the test, before its database is dropped. */
async function open(url: string): Promise<pg.Client> {
  const client = await connect(url);
  onTestFinished(() => client.end());
  return client;
}

/** A database with the site of that commit. */
async function restoreSite(): Promise<{ url: string; client: pg.Client }> {
  const url = await createDatabase();
  const restoring = await connect(url);
  await restoring.query(brotliDecompressSync(readFileSync(SITE)).toString());
  await restoring.end();
  return { url, client: await open(url) };
}

/** Of each table, how many rows it has and a checksum of them. */
async function contents(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%s.%I', relnamespace::regnamespace, relname) as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema|supabase_migrations)'
     order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: sums } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as sum from ${name} t`,
    );
    found[RENAMED[name] ?? name] = sums[0]!.sum;
  }
  return found;
}

/** The schema; the right to maintain tables is unknown to the PostgreSQL 15 of the dump. */
const schemaOf = async (client: pg.Client) =>
  (await readCatalogue(client)).map((item) => item.replaceAll(/(=\w*)m(?=\/)/g, "$1"));

const versions = async (client: pg.Client) =>
  (await client.query("select version from supabase_migrations.schema_migrations order by 1")).rows;

/** Brings a database to the baseline, or from there to what the newest migration makes. */
const upgrade = (url: string, migrations = SITE_OPTIONS.migrations) =>
  migrate(url, migrations, silentLogger, "", SITE_OPTIONS.baseline);

/** Files of the system schema that are newer than the dump. */
const NEWER_SYSTEM_SCHEMA = readdirSync(new URL("../../packages/backend/schema/", import.meta.url))
  .filter((file) => file > "031")
  .map((file) => file.replace("-", "_").replace(".sql", ""));

/** The steps after the baseline. */
const STEPS = listMigrations(SITE_OPTIONS.migrations).slice(1);

test("a site with the migrations before the baseline is upgraded without loss", async () => {
  const { url, client } = await restoreSite();
  const before = await contents(client);
  expect(before["public.jersey_votes"]).toMatch(/^80 /);
  // Two servers start at once: one upgrades, the other finds it done.
  const both = await beforeMigration(STEPS[0] ?? "~", (folder) =>
    Promise.all([upgrade(url, folder), upgrade(url, folder)]),
  );
  expect(both.flat()).toEqual(NEWER_SYSTEM_SCHEMA);
  expect(await contents(client)).toEqual(before);
  expect(await upgrade(url)).toEqual(STEPS.map((file) => file.replace(".sql", "")));

  const fresh = await createDatabase();
  await migrate(fresh, SITE_OPTIONS.migrations, silentLogger);
  const other = await open(fresh);
  expect(difference(await schemaOf(client), await schemaOf(other))).toEqual({
    removed: [],
    added: [],
  });
  expect(await versions(client)).toEqual(await versions(other));
});

test("the upgrade names no role that only some servers have", () => {
  const sql = readFileSync(SITE_OPTIONS.baseline.upgrade, "utf8");
  expect(sql).not.toMatch(/OWNER TO|(?:TO|FROM) "?postgres\b/);
});

test("its members go on voting", async () => {
  const { url, client } = await restoreSite();
  await upgrade(url);
  const { rows } = await client.query(
    `select jersey.id as jersey, member.id as owner, upvotes from jerseys jersey, auth.users member
     where status = 'approved' and is_active and not exists (
       select from jersey_votes where voter_id = member.id and jersey_id = jersey.id)
     limit 1`,
  );
  const { jersey, owner, upvotes } = rows[0];
  await client.query(
    "select set_config('role', $1, false), set_config('request.jwt.claims', $2, false)",
    identity("owner", { owner } as never),
  );
  await client.query("insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [jersey]);
  await client.query("reset role");
  const after = await client.query("select upvotes from jerseys where id = $1", [jersey]);
  expect(after.rows).toEqual([{ upvotes: upvotes + 1 }]);
});

test("one with other migrations is refused in one line, and stays as it is", async () => {
  const { url, client } = await restoreSite();
  await client.query(
    "delete from supabase_migrations.schema_migrations where version > '20261212000000'",
  );
  const [before, known] = [await contents(client), await versions(client)];
  await expect(upgrade(url)).rejects.toThrow(
    /^the database lacks 4 of the 112 migrations before \d+_baseline and has 0 others: start the last version before 0\.3\.0 \(commit 8a2efea7\) on it once, then this one$/,
  );
  expect(await contents(client)).toEqual(
    Object.fromEntries(
      Object.entries(before).map(([table, sum]) => [RENAMED[table] ?? table, sum]),
    ),
  );
  expect(await versions(client)).toEqual(known);
});
