import { readFile } from "node:fs/promises";
import type { ClientBase } from "pg";

import type { Logger } from "../logger.ts";
import { appliedVersions, type Migration, migrationsIn } from "./apply-migrations.ts";
import { DatabaseProblem } from "./embedded/problem.ts";

/** What a migration says of itself in its first lines, if it was made from several. */
interface Joined {
  /** The versions of the migrations that it was made from, which are in the folder no more. */
  versions: string[];
  /** What to do with a database that has only some of them; ends the sentence for the operator. */
  otherwise: string;
}

/** Reads `-- joins: <version> <version> …` (one line or several) and `-- otherwise: …`. */
function joinedBy(sql: string): Joined | undefined {
  const versions = [...sql.matchAll(/^-- joins: (.+)$/gm)].flatMap(([, list]) => list!.split(" "));
  if (versions.length === 0) return undefined;
  const [, otherwise = "restore a backup"] = /^-- otherwise: (.+)$/m.exec(sql) ?? [];
  return { versions, otherwise };
}

/**
 * Records joined migrations in a database that has applied exactly those that they were made from,
 * without a statement of theirs being run. A database that has none of these is left to
 * `applyMissing`. The caller has the turn.
 * @throws {DatabaseProblem} if the database has only some of them, or others; then nothing was changed
 */
export async function adoptJoined(
  client: ClientBase,
  directory: string,
  ledger: string,
  log: Logger,
): Promise<void> {
  const applied = await appliedVersions(client, ledger);
  if (applied.size === 0) return;
  const migrations = await migrationsIn(directory);
  const adopted: [Migration, Joined][] = [];
  for (const [index, migration] of migrations.entries()) {
    if (applied.has(migration.version)) continue;
    const joined = joinedBy(await readFile(migration.path, "utf8"));
    if (!joined) continue;
    const missing = joined.versions.filter((version) => !applied.has(version)).length;
    // The first migration makes everything: it can't be applied to what others have made.
    if (missing === joined.versions.length && index > 0) continue;
    const known = new Set([...migrations.map(({ version }) => version), ...joined.versions]);
    const others = [...applied].filter((version) => !known.has(version)).length;
    if (missing > 0 || others > 0) {
      throw new DatabaseProblem(
        `the database lacks ${missing} of the ${joined.versions.length} migrations that ${migration.version}_${migration.name} was made from, and has ${others} others: ${joined.otherwise}`,
      );
    }
    adopted.push([migration, joined]);
  }
  for (const [{ version, name }, { versions }] of adopted) {
    await client.query("begin");
    await client.query(`delete from ${ledger} where version = any($1)`, [versions]);
    await client.query(`insert into ${ledger} (version, name) values ($1, $2)`, [version, name]);
    await client.query("commit");
    log.info({ migration: `${version}_${name}`, joined: versions.length }, "migrations joined");
  }
}
