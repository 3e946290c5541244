import { readFile } from "node:fs/promises";
import type { ClientBase } from "pg";

import type { Logger } from "../logger.ts";
import {
  appliedVersions,
  applyAtOnce,
  MigrationFailed,
  migrationsIn,
  PROJECT_LEDGER,
} from "./apply-migrations.ts";
import { DatabaseProblem } from "./embedded/problem.ts";

/** The oldest migration of a folder makes in an empty database what a list of earlier ones led to. */
export interface Baseline {
  /** The versions of those it replaces, which are in the folder no more. */
  replaces: readonly string[];
  /** A file of SQL that brings a database with exactly those to what the baseline makes. */
  upgrade: string;
  /** What to do with a database that has some of them only; ends the sentence for the operator. */
  otherwise: string;
}

/**
 * Upgrades a database that has exactly the migrations before the baseline, and records the baseline
 * instead of them. A new database and one that has the baseline stay as they are. The caller has
 * the turn.
 * @param rewrite changes the text of the upgrade before it is run
 * @throws {DatabaseProblem} if the database has other migrations; then nothing was changed
 * @throws {MigrationFailed} with the upgrade's name and PostgreSQL's message
 */
export async function adoptBaseline(
  client: ClientBase,
  migrations: string,
  { replaces, upgrade, otherwise }: Baseline,
  log: Logger,
  rewrite = (sql: string) => sql,
): Promise<void> {
  const [baseline] = await migrationsIn(migrations);
  const applied = await appliedVersions(client, PROJECT_LEDGER);
  if (!baseline || applied.size === 0 || applied.has(baseline.version)) return;
  const missing = replaces.filter((each) => !applied.has(each)).length;
  const others = applied.size - (replaces.length - missing);
  if (missing > 0 || others > 0) {
    throw new DatabaseProblem(
      `the database lacks ${missing} of the ${replaces.length} migrations before ${baseline.version}_${baseline.name} and has ${others} others: ${otherwise}`,
    );
  }
  try {
    await applyAtOnce(client, rewrite(await readFile(upgrade, "utf8")), log);
    await client.query(`delete from ${PROJECT_LEDGER}`);
    await client.query(`insert into ${PROJECT_LEDGER} (version, name) values ($1, $2)`, [
      baseline.version,
      baseline.name,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new MigrationFailed(`${upgrade}: ${(error as Error).message}`, { cause: error });
  }
  log.info({ baseline: baseline.version, replaced: replaces.length }, "database upgraded");
}
