import { type Logger, startEmbeddedDatabase } from "@maillotheque/backend";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";

import { DATABASE_NAME } from "./backend-options.ts";
import type { Env } from "./settings/env.ts";
import { StartError } from "./start-error.ts";

/** Time for a server that is still starting, in milliseconds. */
const PATIENCE = 10_000;
const OLDEST_VERSION = 150_000;

export interface Database {
  url: string;
  /** For what needs a session; differs where `url` is a pooler's. */
  directUrl: string;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL in the data folder. */
export async function openOwnDatabase({ DATA_DIR }: Env, log: Logger): Promise<Database> {
  const database = await startEmbeddedDatabase({
    directory: DATA_DIR,
    name: DATABASE_NAME,
    upgradeGuide: "docs/operations.md",
    log,
  });
  return { url: database.url, directUrl: database.url, stop: () => database.stop() };
}

/** Opens the database of `DATABASE_URL`, or the embedded one. */
export async function openDatabase(env: Env, log: Logger): Promise<Database> {
  if (!env.DATABASE_URL) return openOwnDatabase(env, log);
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url } = env;
  await reach("DATABASE_URL", url, log);
  if (directUrl !== url) await reach("DATABASE_DIRECT_URL", directUrl, log);
  return { url, directUrl, stop: async () => {} };
}

async function reach(name: string, url: string, log: Logger): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await assertVersion(name, url);
    } catch (error) {
      if (error instanceof StartError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      if (!isTransient(code) || Date.now() > deadline) {
        throw new StartError(`${name}: the database can't be used (${message || code})`);
      }
      if (!isLogged) log.warn({ code }, "waiting for the database");
      await sleep(500);
    }
  }
}

/**
 * True for refused connections and starting servers; wrong names and passwords are permanent
 * errors.
 */
function isTransient(code = ""): boolean {
  return ["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "57P03", "53300"].includes(code);
}

async function assertVersion(name: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    if (Number(rows[0]?.server_version_num) >= OLDEST_VERSION) return;
    throw new StartError(`${name}: PostgreSQL 15 or newer is needed`);
  } finally {
    await client.end();
  }
}
