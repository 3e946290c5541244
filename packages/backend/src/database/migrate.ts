import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import type { Logger } from "../logger.ts";
import {
  applyMissing,
  CREATE_PROJECT_LEDGER,
  missingMigrations,
  PROJECT_LEDGER,
  takeTurn,
} from "./apply-migrations.ts";
import { DatabaseProblem } from "./embedded/problem.ts";
import { adoptJoined } from "./joined-migrations.ts";
import { assertOwnSession } from "./pooler.ts";
import { withPrefix } from "./roles.ts";
import { openToServiceRole } from "./service-policies.ts";
import { makeUsable } from "./usable.ts";

/** The folder of the schema that a hosted project has built in. */
export const SYSTEM_SCHEMA = join(import.meta.dirname, "../../schema");

export const SYSTEM_LEDGER = "supabase_migrations.system_migrations";

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
    await takeTurn(client);
    await makeUsable(client, rolePrefix, log);
    const rewrite = (sql: string) => withPrefix(sql, rolePrefix);
    await adoptJoined(client, migrations, PROJECT_LEDGER, log);
    await assertExtensions(client, migrations);
    await client.query(`
      ${CREATE_PROJECT_LEDGER}
      create table if not exists ${SYSTEM_LEDGER} (version text primary key, name text not null);`);
    const applied = [
      ...(await applyMissing(client, SYSTEM_SCHEMA, SYSTEM_LEDGER, log, rewrite)),
      ...(await applyMissing(client, migrations, PROJECT_LEDGER, log, rewrite)),
    ];
    await openToServiceRole(client, rolePrefix);
    return applied;
  } finally {
    await client.end();
  }
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
  const pending = await missingMigrations(client, migrations, PROJECT_LEDGER);
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
