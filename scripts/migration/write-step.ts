import { copyFile, mkdir, mkdtemp, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

import { readCatalogue } from "../schema-comparison/catalogue.ts";
import { makeDatabases } from "../schema-comparison/databases.ts";
import { difference } from "../schema-comparison/difference.ts";
import { readRows } from "../schema-comparison/rows.ts";
import { readSchema } from "../schema/files.ts";
import { planStep } from "./actions.ts";
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
  /** What the next step has to do, because this one must not wait for it. */
  next: string[];
}

const RUN = (statements: string[]) =>
  ["set check_function_bodies = off", ...statements, "set check_function_bodies = on"].join(";\n");

/** Rows of a fresh database that only one of the two has. */
async function proposeRows(from: pg.Pool, to: pg.Pool): Promise<string[]> {
  const { removed, added } = difference(await readRows(from), await readRows(to));
  return [
    ...removed.map((row) => `not in the schema: the row ${row}`),
    ...added.map((row) => `the schema has the row ${row}`),
  ];
}

/**
 * Compares what `supabase/schemas` and `supabase/migrations` make, and writes a migration with the
 * difference.
 * @param replaces the newest migration, whose part written by hand stays
 */
export async function writeStep(options: {
  supabase: string;
  subject: string;
  replaces?: string | undefined;
}): Promise<Written> {
  const { supabase, subject, replaces } = options;
  const migrations = join(supabase, "migrations");
  const folder = await mkdtemp(join(tmpdir(), "maillotheque-migration-"));
  const earlier = join(folder, "earlier");
  await mkdir(earlier);
  for (const file of listMigrations(migrations)) {
    if (file !== replaces) await copyFile(join(migrations, file), join(earlier, file));
  }
  const databases = await makeDatabases({
    sets: [earlier, join(supabase, "schemas")],
    folder,
    server: undefined,
  });
  const [from, to] = databases.urls.map((url) => {
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    // Its connections may outlive `end` for a moment; the server ends them.
    return pool.on("error", () => {});
  });
  try {
    const schema = readSchema(supabase);
    const hand = readHandWritten(replaces ? readMigration(migrations, replaces) : "");
    if (hand.before) await from!.query(hand.before);
    const step = await planStep(from!, to!, schema);
    const before = [...step.before, ...(await proposeRows(from!, to!))];
    let after: string[] = [];
    let remaining: string[] = [];
    let next: string[] = [];
    // A step with nothing else to do reads the rows.
    if ([hand.before, hand.after, ...before, ...step.after, ...step.automatic].join("") === "") {
      step.automatic = step.validations;
    }
    // What is still missing, the statements may need.
    if (step.before.length === 0) {
      await from!.query(RUN(step.automatic));
      if (hand.after) await from!.query(hand.after);
      let left = await planStep(from!, to!, schema);
      // A right that is taken from a table is taken from its columns too, which the plan doesn't know.
      const again = left.automatic.filter((sql) => /^(GRANT|REVOKE) /.test(sql));
      if (again.length > 0) {
        step.automatic.push(...again);
        await from!.query(RUN(again));
        left = await planStep(from!, to!, schema);
      }
      after = left.after;
      remaining = [...left.before, ...left.automatic];
      next = left.validations;
      if (after.length + remaining.length + next.length === 0) {
        const { removed, added } = difference(await readCatalogue(from!), await readCatalogue(to!));
        remaining = [...removed.map((item) => `- ${item}`), ...added.map((item) => `+ ${item}`)];
      }
    } else {
      after = hand.after ? [] : step.after;
    }
    const text = formatStep({
      before: [hand.before, ...before.map(proposal)].join("\n"),
      after: [hand.after, ...after.map(proposal)].join("\n"),
      statements: step.automatic,
    });
    if (replaces) await unlink(join(migrations, replaces));
    const file = text ? `${versionAt(new Date())}_${subject}.sql` : undefined;
    if (file) await writeFile(join(migrations, file), text);
    return { file, byHand: before.length + after.length, remaining, next };
  } finally {
    await Promise.all([from!.end(), to!.end()]);
    await databases.drop();
    await rm(folder, { recursive: true, force: true });
  }
}
