import { readFile } from "node:fs/promises";
import type pg from "pg";

import type { Logger } from "../logger.ts";
import { MIGRATION_LOCK, MigrationFailed, migrationsIn } from "./migrate.ts";

const LEDGER = "supabase_migrations.schema_migrations";

/**
 * Applies a folder of migrations to the database of a hosted project, which has the system schema
 * built in. Each runs in its own transaction and is recorded where the Supabase CLI records it, so
 * either can continue what the other began. Concurrent runs take turns.
 * @param client a connection as the project's own role, which keeps its session
 * @returns the names of the migrations applied, oldest first
 * @throws {MigrationFailed} with the file's name and PostgreSQL's message
 */
export async function migrateProject(
  client: pg.ClientBase,
  migrations: string,
  log: Logger,
): Promise<string[]> {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  try {
    await client.query(`
      create schema if not exists supabase_migrations;
      create table if not exists ${LEDGER} (
        version text primary key, statements text[], name text);`);
    const { rows } = await client.query<{ version: string }>(`select version from ${LEDGER}`);
    const applied = new Set(rows.map(({ version }) => version));
    const missing = (await migrationsIn(migrations)).filter(({ version }) => !applied.has(version));
    for (const { version, name, path } of missing) {
      try {
        await client.query("begin");
        await client.query(await readFile(path, "utf8"));
        await client.query(`insert into ${LEDGER} (version, name) values ($1, $2)`, [
          version,
          name,
        ]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new MigrationFailed(`${path}: ${(error as Error).message}`, { cause: error });
      }
      log.info({ migration: `${version}_${name}` }, "migration applied");
    }
    return missing.map(({ version, name }) => `${version}_${name}`);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
  }
}
