import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import { migrate, SYSTEM_SCHEMA } from "../database/migrate.ts";
import { silentLogger } from "../logger.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /**
   * The connection string of a role that may create databases; the database in it isn't changed.
   */
  postgresUrl: string;
  /** A folder of migrations. */
  migrations: string;
}

/**
 * Creates a migrated database for one test file. It is copied from a template that the first call
 * creates, so it takes a fraction of a second.
 */
export async function createTestDatabase({
  postgresUrl,
  migrations,
}: TestDatabaseOptions): Promise<TestDatabase> {
  const template = `template_${await fingerprint(migrations)}`;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock(42)");
    const known = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (known.rowCount === 0) await makeTemplate(admin, template, { postgresUrl, migrations });
    await admin.query(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  return { url: databaseUrl(postgresUrl, name), drop: () => dropDatabase(postgresUrl, name) };
}

async function makeTemplate(
  admin: pg.Client,
  template: string,
  { postgresUrl, migrations }: TestDatabaseOptions,
): Promise<void> {
  const draft = `${template}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  await migrate(databaseUrl(postgresUrl, draft), migrations, silentLogger);
  await admin.query(`alter database ${draft} rename to ${template}`);
}

async function dropDatabase(postgresUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  // `with (force)` would end PostgreSQL's own workers too, which an ordinary role may not; without it
  // they give way.
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user",
    [name],
  );
  await admin.query(`drop database if exists ${name}`);
  await admin.end();
}

function databaseUrl(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns a digest of all schema files, so that a stale template is never copied. */
async function fingerprint(migrations: string): Promise<string> {
  const hash = createHash("sha256");
  for (const directory of [SYSTEM_SCHEMA, migrations]) {
    for (const file of (await readdir(directory)).sort()) {
      hash.update(file).update(await readFile(join(directory, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
