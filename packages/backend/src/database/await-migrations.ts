import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";

import type { Logger } from "../logger.ts";
import { missingMigrations, PROJECT_LEDGER } from "./apply-migrations.ts";
import { SYSTEM_LEDGER, SYSTEM_SCHEMA } from "./migrate.ts";

const PAUSE = 1_000;

/**
 * Waits until another process has applied all migrations that this release knows. The database may
 * have later ones: an older release goes on beside a newer schema.
 */
export async function awaitMigrations(url: string, migrations: string, log: Logger): Promise<void> {
  let reported: number | undefined;
  for (;;) {
    const missing = await countMissing(url, migrations);
    if (missing === 0) return;
    if (missing !== reported) log.warn({ missing }, "waiting for migrations: npm run migrate");
    reported = missing;
    await sleep(PAUSE);
  }
}

/** A connection each time: one that waits would be lost when the database changes machines. */
async function countMissing(url: string, migrations: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const system = await missingMigrations(client, SYSTEM_SCHEMA, SYSTEM_LEDGER);
    const own = await missingMigrations(client, migrations, PROJECT_LEDGER);
    return system.length + own.length;
  } catch (error) {
    // The database is away for the moment.
    if (/^(57P0\d|08\w{3}|E[A-Z]+)$/.test((error as { code?: string }).code ?? "")) {
      return Number.POSITIVE_INFINITY;
    }
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
