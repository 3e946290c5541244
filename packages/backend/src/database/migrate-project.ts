import type pg from "pg";

import type { Logger } from "../logger.ts";
import {
  applyMissing,
  CREATE_PROJECT_LEDGER,
  endTurn,
  PROJECT_LEDGER,
  takeTurn,
} from "./apply-migrations.ts";
import { adoptBaseline, type Baseline } from "./baseline.ts";

/**
 * Applies a folder of migrations to the database of a hosted project, which has the system schema
 * built in. Each runs in its own transaction and is recorded where the Supabase CLI records it, so
 * either can continue what the other began. Concurrent runs take turns.
 * @param client a connection as the project's own role, which keeps its session
 * @param baseline for databases with the migrations that it replaces: they are upgraded, it is recorded
 * @returns the names of the migrations applied, oldest first
 * @throws {DatabaseProblem} if the project has other migrations than those
 * @throws {MigrationFailed} with the file's name and PostgreSQL's message
 */
export async function migrateProject(
  client: pg.ClientBase,
  migrations: string,
  log: Logger,
  baseline?: Baseline,
): Promise<string[]> {
  await takeTurn(client);
  try {
    if (baseline) await adoptBaseline(client, migrations, baseline, log);
    await client.query(CREATE_PROJECT_LEDGER);
    return await applyMissing(client, migrations, PROJECT_LEDGER, log);
  } finally {
    await endTurn(client).catch(() => {});
  }
}
