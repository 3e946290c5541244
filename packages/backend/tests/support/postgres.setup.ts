import { createHash } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";

import { startEmbeddedDatabase } from "../../src/database/embedded/start.ts";
import { makeRoles } from "../../src/database/roles.ts";
import { silentLogger } from "../../src/logger.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A role that may create databases and roles of its own, and is no superuser. */
    postgresUrl: string;
    /** For what a hosted project's operator does. */
    superuserUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run; with `DATABASE_URL` the server there, on which each test makes
 * databases of its own. The database it names is not touched. Where that role is a superuser, tests
 * use an ordinary role all the same, which stays there for the next run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.DATABASE_URL;
  if (running) {
    project.provide("superuserUrl", running);
    project.provide("postgresUrl", await ordinaryRole(running));
    return async () => {};
  }
  const directory = await mkdtemp(join(tmpdir(), "backend-tests-"));
  await chmod(directory, 0o755);
  const database = await startEmbeddedDatabase({ directory, log: silentLogger });
  await renounceDurability(database.superuserUrl);
  project.provide("superuserUrl", database.superuserUrl);
  project.provide("postgresUrl", await ordinaryRole(database.superuserUrl));
  return async () => {
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

const ROLE = "backend_tests";

/** A role that owns what it makes, as a site's role does; it may also make databases. */
async function ordinaryRole(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ rolsuper: boolean }>(
      "select rolsuper from pg_roles where rolname = current_user",
    );
    if (!rows[0]?.rolsuper) return url;
    const password = createHash("sha256").update(`tests ${url}`).digest("hex");
    await client.query(`do $$ begin
        if not exists (select from pg_roles where rolname = '${ROLE}') then create role ${ROLE}; end if;
      end $$;
      alter role ${ROLE} login createdb nosuperuser nobypassrls password '${password}';
      -- One test counts calls.
      grant set on parameter track_functions to ${ROLE};
      ${makeRoles("", ROLE)}`);
    return Object.assign(new URL(url), { username: ROLE, password }).href;
  } finally {
    await client.end();
  }
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
