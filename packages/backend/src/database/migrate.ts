import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import type { Logger } from "../logger.ts";

/** A migration that failed. Its message names the file and PostgreSQL's reason. */
export class MigrationFailed extends Error {}

/** An arbitrary constant, the same for all servers on one database. */
export const MIGRATION_LOCK = 7_220_211;

/** The folder of the schema that a hosted project has built in. */
export const SYSTEM_SCHEMA = join(import.meta.dirname, "../../schema");

interface Migration {
  version: string;
  name: string;
  path: string;
}

/**
 * Lists migrations: `20261121000000_core.sql` → version and name, as the Supabase CLI reads them.
 */
export async function migrationsIn(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  return files.map((file) => {
    const [, version, name] = /^(\d+)[_-](.+)\.sql$/.exec(file) ?? [];
    if (!version || !name) throw new MigrationFailed(`${file}: expected <number>_<name>.sql`);
    return { version, name, path: join(directory, file) };
  });
}

/**
 * Migrates a database to the newest schema: first the system schema (`schema/`), then the project's
 * own migrations. Each runs in its own transaction and is recorded where the Supabase CLI records
 * it. Concurrent starts run one after the other.
 * @returns the names of the migrations applied, oldest first
 * @throws {MigrationFailed} with the file's name and PostgreSQL's message
 */
export async function migrate(url: string, migrations: string, log: Logger): Promise<string[]> {
  // Not pipelined: a file with many statements is one simple query.
  const client = new pg.Client({ connectionString: url });
  client.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  client.on("notice", ({ severity, message }) => {
    if (severity === "WARNING") log.warn({}, message ?? "");
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text);
      create table if not exists supabase_migrations.system_migrations (
        version text primary key, name text not null);`);
    return [
      ...(await applyAll(client, SYSTEM_SCHEMA, "system_migrations", log)),
      ...(await applyAll(client, migrations, "schema_migrations", log)),
    ];
  } finally {
    await client.end();
  }
}

async function applyAll(
  client: pg.Client,
  directory: string,
  ledger: "system_migrations" | "schema_migrations",
  log: Logger,
): Promise<string[]> {
  const table = `supabase_migrations.${ledger}`;
  const done = await client.query<{ version: string }>(`select version from ${table}`);
  const applied = new Set(done.rows.map((row) => row.version));
  const names: string[] = [];
  for (const { version, name, path } of await migrationsIn(directory)) {
    if (applied.has(version)) continue;
    const sql = await readFile(path, "utf8");
    try {
      await client.query("begin");
      await client.query(sql);
      await client.query(`insert into ${table} (version, name) values ($1, $2)`, [version, name]);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw new MigrationFailed(`${path}: ${(error as Error).message}`, { cause: error });
    }
    log.info({ migration: `${version}_${name}` }, "migration applied");
    names.push(`${version}_${name}`);
  }
  return names;
}
