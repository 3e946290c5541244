import { mkdtemp, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";

import { planStep } from "./actions.ts";
import { makeDatabases } from "./databases.ts";
import { difference } from "./difference.ts";
import { readRows } from "./rows.ts";
import {
  formatStep,
  listMigrations,
  proposal,
  readHandWritten,
  readMigration,
  versionAt,
} from "./step-file.ts";

export interface Written {
  /** Undefined if the migrations already make the schema. */
  file: string | undefined;
  /** Lines that the author has to replace. */
  byHand: number;
  /** What the step doesn't bring about, found by applying it. */
  remaining: string[];
}

const RUN = (statements: string[]) =>
  ["set check_function_bodies = off", ...statements, "set check_function_bodies = on"].join(";\n");

/** Rows of a fresh database that only one of the two has. */
async function proposeRows(from: Pool, to: Pool): Promise<string[]> {
  const { removed, added } = difference(await readRows(from), await readRows(to));
  return [
    ...removed.map((row) => `not in the schema: the row ${row}`),
    ...added.map((row) => `the schema has the row ${row}`),
  ];
}

/**
 * Compares what `supabase/schemas` and `supabase/migrations` make, and writes a migration with the
 * difference.
 * @param replaces migrations that it takes the place of; what was written by hand in them stays, in their order
 * @param head the first lines of the file
 */
export async function writeStep(options: {
  supabase: string;
  subject: string;
  replaces?: string[];
  head?: string;
}): Promise<Written> {
  const { supabase, subject, replaces = [], head = "" } = options;
  const migrations = join(supabase, "migrations");
  const folder = await mkdtemp(join(tmpdir(), "maillotheque-migration-"));
  const earlier = listMigrations(migrations).filter((file) => !replaces.includes(file));
  const { migrated, wanted, drop } = await makeDatabases(supabase, earlier, folder);
  try {
    const hands = replaces.map((file) => readHandWritten(readMigration(migrations, file)));
    const hand = {
      before: hands.map(({ before }) => before).join("\n"),
      after: hands.map(({ after }) => after).join("\n"),
    };
    await migrated.query(hand.before);
    const step = await planStep(migrated, wanted);
    const before = [...step.before, ...(await proposeRows(migrated, wanted))];
    let after: string[] = [];
    let remaining: string[] = [];
    // What is still missing, the statements may need.
    if (step.before.length === 0) {
      await migrated.query(RUN(step.automatic));
      await migrated.query(hand.after);
      let left = await planStep(migrated, wanted);
      // A right that is taken from a table is taken from its columns too, which the plan doesn't know.
      const again = left.automatic.filter((sql) => /^(GRANT|REVOKE) /.test(sql));
      if (again.length > 0) {
        step.automatic.push(...again);
        await migrated.query(RUN(again));
        left = await planStep(migrated, wanted);
      }
      after = left.after;
      remaining = [...left.before, ...left.automatic];
    } else {
      after = hand.after.trim() ? [] : step.after;
    }
    const text = formatStep({
      before: [hand.before, ...before.map(proposal)].join("\n"),
      after: [hand.after, ...after.map(proposal)].join("\n"),
      statements: step.automatic,
    });
    for (const file of replaces) await unlink(join(migrations, file));
    const file = text ? `${versionAt(new Date())}_${subject}.sql` : undefined;
    if (file) await writeFile(join(migrations, file), head + text);
    return { file, byHand: before.length + after.length, remaining };
  } finally {
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
}
