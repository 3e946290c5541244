import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import pg from "pg";

import type { Logger } from "../../logger.ts";
import { databaseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { openCluster } from "./cluster.ts";
import { cannotWrite, prepareFolder } from "./folder.ts";
import { lockDirectory } from "./lock.ts";
import { chooseEndpoint } from "./postmaster.ts";
import { DatabaseProblem } from "./problem.ts";
import { Supervisor } from "./supervisor.ts";

export { prepareFolder } from "./folder.ts";
export { DatabaseProblem, DirectoryInUse } from "./problem.ts";

const DATABASE = "maillotheque";

/** Where {@link startEmbeddedDatabase} leaves its connection string for commands run beside it. */
export const URL_FILE = "database-url";

export interface EmbeddedDatabase {
  /** Connection string of the superuser, to the database `maillotheque`. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL whose files are in `<directory>/pg`, creating them the first time, and
 * keeps it running: one that is killed is started again under the same URL.
 * @throws {DatabaseProblem} with one line for the operator
 */
export async function startEmbeddedDatabase(options: {
  directory: string;
  log: Logger;
}): Promise<EmbeddedDatabase> {
  const directory = resolve(options.directory);
  await prepareFolder(directory);
  const lock = await lockDirectory(directory);
  try {
    const { url, supervisor } = await start(directory, options.log);
    return {
      url,
      async stop() {
        await supervisor.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw "syscall" in (error as object) ? cannotWrite(directory, error) : error;
  }
}

async function start(directory: string, log: Logger) {
  const account = await databaseAccount(join(directory, "pg"));
  const cluster = await openCluster(directory, account, await findBinaries(account));
  const endpoint = await chooseEndpoint(cluster.directory);
  const url = `postgres://postgres:${cluster.password}@${endpoint.authority}/${DATABASE}`;
  const supervisor = new Supervisor(cluster, endpoint, log);
  await supervisor.start();
  try {
    await ensureDatabase(url);
    await writeFile(join(directory, URL_FILE), `${url}\n`, { mode: 0o600 });
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return { url, supervisor };
}

/** Created on the first start, or on the one after a first start was cut short. */
async function ensureDatabase(url: string): Promise<void> {
  try {
    await query(url, "select 1");
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "28P01") {
      throw new DatabaseProblem(
        "the database refuses the password in the file database-password of the data folder: put back the file that belongs to it",
      );
    }
    if (code !== "3D000") throw error;
    const maintenance = new URL(url);
    maintenance.pathname = "/postgres";
    await query(maintenance.href, `create database ${DATABASE}`);
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
