import { type Logger, startEmbeddedDatabase } from "@maillotheque/backend";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";

import { DATABASE_NAME } from "./backend-options.ts";
import type { Env } from "./env.ts";
import { StartError } from "./start-error.ts";

/** Time for a server that is still starting, in milliseconds. */
const PATIENCE = 10_000;
const OLDEST_VERSION = 150_000;

export interface Database {
  url: string;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL in the data folder. */
export function openOwnDatabase({ DATA_DIR }: Env, log: Logger): Promise<Database> {
  return startEmbeddedDatabase({
    directory: DATA_DIR,
    name: DATABASE_NAME,
    upgradeGuide: "docs/operations.md",
    log,
  });
}

/** Opens the database of `DATABASE_URL`, or the embedded one. */
export async function openDatabase(env: Env, log: Logger): Promise<Database> {
  if (!env.DATABASE_URL) return openOwnDatabase(env, log);
  await reach(env.DATABASE_URL, log);
  return { url: env.DATABASE_URL, stop: async () => {} };
}

async function reach(url: string, log: Logger): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (let told = false; ; told = true) {
    try {
      return await assertVersion(url);
    } catch (error) {
      if (error instanceof StartError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      if (!isTransient(code) || Date.now() > deadline) {
        throw new StartError(`DATABASE_URL: the database can't be used (${message || code})`);
      }
      if (!told) log.warn({ code }, "waiting for the database");
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

async function assertVersion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    if (Number(rows[0]?.server_version_num) >= OLDEST_VERSION) return;
    throw new StartError("DATABASE_URL: PostgreSQL 15 or newer is needed");
  } finally {
    await client.end();
  }
}
