import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import type { Logger } from "../logger.ts";
import { DatabaseProblem } from "./embedded/problem.ts";
import { assertOwnSession } from "./pooler.ts";
import { withPrefix } from "./roles.ts";
import { openToServiceRole } from "./service-policies.ts";
import { makeUsable } from "./usable.ts";

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
 * @param url a role that owns the database, by a connection that keeps its session
 * @param rolePrefix begins the names of the roles, where one server has several sites
 * @returns the names of the migrations applied, oldest first
 * @throws {DatabaseProblem} if the role or the server can't be used; then nothing was changed
 * @throws {MigrationFailed} with the file's name and PostgreSQL's message
 */
export async function migrate(
  url: string,
  migrations: string,
  log: Logger,
  rolePrefix = "",
): Promise<string[]> {
  // Not pipelined: a file with many statements is one simple query.
  const client = new pg.Client({ connectionString: url });
  client.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  client.on("notice", ({ severity, message }) => {
    if (severity === "WARNING") log.warn({}, message ?? "");
  });
  await client.connect();
  try {
    await assertOwnSession(client, url);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await makeUsable(client, rolePrefix, log);
    await assertExtensions(client, migrations);
    await client.query(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text);
      create table if not exists supabase_migrations.system_migrations (
        version text primary key, name text not null);`);
    const applied = [
      ...(await applyAll(client, SYSTEM_SCHEMA, "system_migrations", rolePrefix, log)),
      ...(await applyAll(client, migrations, "schema_migrations", rolePrefix, log)),
    ];
    await openToServiceRole(client, rolePrefix);
    return applied;
  } finally {
    await client.end();
  }
}

async function applyAll(
  client: pg.Client,
  directory: string,
  ledger: "system_migrations" | "schema_migrations",
  rolePrefix: string,
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
      await client.query(withPrefix(sql, rolePrefix));
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

/** `$1`: names. Some servers offer only those that an ordinary role may create. */
const MISSING_EXTENSIONS = `
  select wanted.name from unnest($1::text[]) wanted (name)
  where not exists (select from pg_extension where extname = wanted.name)
    and not exists (
      select from pg_available_extension_versions available
      where available.name = wanted.name and (trusted or (
        select rolsuper from pg_roles where rolname = current_user)))`;

/** Refuses to begin if an extension that a migration needs can't be created later. */
async function assertExtensions(client: pg.Client, migrations: string): Promise<void> {
  const ledger = await client
    .query<{ versions: string[] }>(
      "select array(select version from supabase_migrations.schema_migrations) as versions",
    )
    .catch((error: { code?: string }) => {
      // Nothing was ever applied.
      if (error.code === "42P01" || error.code === "3F000") return undefined;
      throw error;
    });
  const applied = new Set(ledger?.rows[0]?.versions);
  const pending = (await migrationsIn(migrations)).filter(({ version }) => !applied.has(version));
  const texts = await Promise.all(pending.map(({ path }) => readFile(path, "utf8")));
  const needed = texts.flatMap((sql) =>
    [...sql.matchAll(/^create extension (?:if not exists )?(\w+)/gim)].map(([, name]) => name!),
  );
  const missing = await client.query<{ name: string }>(MISSING_EXTENSIONS, [needed]);
  if (missing.rows.length === 0) return;
  const names = missing.rows.map(({ name }) => name).join(", ");
  throw new DatabaseProblem(
    `the database needs the extension ${names}, which its role can't create: allow it in the service's settings, install PostgreSQL's contrib package, or let a superuser create it in the schema extensions`,
  );
}
