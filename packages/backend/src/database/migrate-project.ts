import type pg from "pg";

import type { Logger } from "../logger.ts";
import {
  applyMissing,
  CREATE_PROJECT_LEDGER,
  endTurn,
  PROJECT_LEDGER,
  takeTurn,
} from "./apply-migrations.ts";
import { adoptJoined } from "./joined-migrations.ts";

/**
 * Applies a folder of migrations to the database of a hosted project, which has the system schema
 * built in. Each runs in its own transaction and is recorded where the Supabase CLI records it, so
 * either can continue what the other began. Concurrent runs take turns.
 * @param client a connection as the project's own role, which keeps its session
 * @returns the names of the migrations applied, oldest first
 * @throws {DatabaseProblem} if the project has only some of the migrations that one was made from
 * @throws {MigrationFailed} with the file's name and PostgreSQL's message
 */
export async function migrateProject(
  client: pg.ClientBase,
  migrations: string,
  log: Logger,
): Promise<string[]> {
  await takeTurn(client);
  try {
    await adoptJoined(client, migrations, PROJECT_LEDGER, log);
    await client.query(CREATE_PROJECT_LEDGER);
    return await applyMissing(client, migrations, PROJECT_LEDGER, log);
  } finally {
    await endTurn(client).catch(() => {});
  }
}
