import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SUPABASE_DIR } from "./database.ts";

const FOLDER = join(SUPABASE_DIR, "migrations");

/** The text of a migration. */
export function migrationText(file: string): string {
  return readFileSync(join(FOLDER, file), "utf8");
}

/**
 * Calls `make` with a folder of the migrations before this one, which makes a database as it was
 * then: for the test of what the migration does to earlier rows.
 */
export async function beforeMigration<Made>(
  migration: string,
  make: (folder: string) => Promise<Made>,
): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  try {
    for (const file of readdirSync(FOLDER)) {
      if (file < migration) copyFileSync(join(FOLDER, file), join(folder, file));
    }
    return await make(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
