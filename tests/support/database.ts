import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

import { migrate } from "../../packages/backend/src/database/migrate.ts";
import { silent } from "../../packages/backend/src/logger.ts";

const ROOT = join(import.meta.dirname, "../..");
export const SUPABASE_DIR = join(ROOT, "supabase");

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A database of one test file's own, migrated to the newest schema. It is copied from a
 * template that the first test to ask makes, so it costs a fraction of a second.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const template = `template_${await fingerprint()}`;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock(42)");
    const known = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (known.rowCount === 0) await makeTemplate(admin, server, template);
    await admin.query(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  return { url: databaseUrl(server, name), drop: () => dropDatabase(server, name) };
}

async function makeTemplate(admin: pg.Client, server: string, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  await migrate(databaseUrl(server, draft), join(SUPABASE_DIR, "migrations"), silent);
  await admin.query(`alter database ${draft} rename to ${template}`);
}

async function dropDatabase(server: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Changes whenever a schema file does, so that a stale template is never copied. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const directory of ["packages/backend/schema", "supabase/migrations"]) {
    for (const file of (await readdir(join(ROOT, directory))).sort()) {
      hash.update(file).update(await readFile(join(ROOT, directory, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
