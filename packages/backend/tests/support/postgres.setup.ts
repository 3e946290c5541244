import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";

import { startEmbeddedDatabase } from "../../src/database/embedded/start.ts";
import { silentLogger } from "../../src/logger.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run; with `DATABASE_URL` the server there, on which each test makes
 * databases of its own. The database it names is not touched.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.DATABASE_URL;
  if (running) {
    project.provide("postgresUrl", running);
    return async () => {};
  }
  const directory = await mkdtemp(join(tmpdir(), "backend-tests-"));
  await chmod(directory, 0o755);
  const database = await startEmbeddedDatabase({ directory, log: silentLogger });
  await renounceDurability(database.url);
  project.provide("postgresUrl", database.url);
  return async () => {
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** These databases never outlive a crash, so nothing needs to wait for the disk. */
async function renounceDurability(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query("select pg_reload_conf()");
  await client.end();
}
