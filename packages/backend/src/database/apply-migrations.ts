import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";

import type { Logger } from "../logger.ts";

/** A migration that failed. Its message names the file and PostgreSQL's reason. */
export class MigrationFailed extends Error {}

/** An arbitrary constant, the same for all servers on one database. */
const MIGRATION_LOCK = 7_220_211;

/**
 * How long a migration waits for a table that others use. Every query that comes meanwhile waits
 * behind it, so it steps back soon, lets them pass, and tries again.
 */
const LOCK_TIMEOUT = "1s";
const ATTEMPTS = 60;
/** `lock_not_available`, `deadlock_detected`. */
const BUSY = ["55P03", "40P01"];

const CONCURRENTLY = /^\s*(create (unique )?|drop )index concurrently /im;

/**
 * The statements of a migration with an index that is built concurrently: they run one after the
 * other, outside a transaction. Undefined of any other migration.
 */
export function concurrentStatements(sql: string): string[] | undefined {
  if (!CONCURRENTLY.test(sql)) return undefined;
  return sql.split(/;[ \t]*$/m).filter((part) => /^\s*[^\s-]/m.test(part));
}

export interface Migration {
  version: string;
  name: string;
  path: string;
}

/** Where the Supabase CLI records the migrations of a project. */
export const PROJECT_LEDGER = "supabase_migrations.schema_migrations";

export const CREATE_PROJECT_LEDGER = `
  create schema if not exists supabase_migrations;
  create table if not exists ${PROJECT_LEDGER} (
    version text primary key, statements text[], name text);`;

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
 * Waits until no other process migrates this database; the connection's end lets the next one in.
 * Asks again and again: one that waits in PostgreSQL would hold up an index that is built
 * concurrently, which waits for all running statements.
 */
export async function takeTurn(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock($1) as mine",
      [MIGRATION_LOCK],
    );
    if (rows[0]!.mine) return;
    await sleep(200);
  }
}

/** Lets the next process migrate, where the connection stays open. */
export async function endTurn(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
}

/** What a ledger has; empty if nothing was ever applied. */
export async function appliedVersions(
  client: Pick<ClientBase, "query">,
  ledger: string,
): Promise<Set<string>> {
  try {
    const { rows } = await client.query<{ version: string }>(`select version from ${ledger}`);
    return new Set(rows.map(({ version }) => version));
  } catch (error) {
    // `undefined_table`, `invalid_schema_name`.
    if (["42P01", "3F000"].includes((error as { code?: string }).code ?? "")) return new Set();
    throw error;
  }
}

/** The migrations of a folder that the ledger doesn't have, oldest first. It may have later ones. */
export async function missingMigrations(
  client: Pick<ClientBase, "query">,
  directory: string,
  ledger: string,
): Promise<Migration[]> {
  const applied = await appliedVersions(client, ledger);
  return (await migrationsIn(directory)).filter(({ version }) => !applied.has(version));
}

/**
 * Applies the missing migrations of a folder, each in a transaction of its own, and records them.
 * @param rewrite changes the text of a migration before it is run
 * @returns the names of the migrations applied, oldest first
 * @throws {MigrationFailed} with the file's name and PostgreSQL's message
 */
export async function applyMissing(
  client: ClientBase,
  directory: string,
  ledger: string,
  log: Logger,
  rewrite = (sql: string) => sql,
): Promise<string[]> {
  const names: string[] = [];
  for (const migration of await missingMigrations(client, directory, ledger)) {
    const { version, name, path } = migration;
    const sql = rewrite(await readFile(path, "utf8"));
    const statements = concurrentStatements(sql);
    try {
      if (statements) await applyStatements(client, statements);
      else await applyAtOnce(client, sql, log);
      await client.query(`insert into ${ledger} (version, name) values ($1, $2)`, [version, name]);
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

/** Leaves the transaction open, for the ledger. */
async function applyAtOnce(client: ClientBase, sql: string, log: Logger): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
      return void (await client.query(sql));
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      if (!BUSY.includes(code) || attempt === ATTEMPTS) throw error;
      if (attempt === 1) log.warn({ reason: message }, "a migration waits for a table in use");
      await client.query("rollback");
      await sleep(500 + Math.random() * 1_000);
    }
  }
}

/** A file that is interrupted runs again from its beginning, so its statements must allow that. */
async function applyStatements(client: ClientBase, statements: string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
  await client.query("begin");
}
