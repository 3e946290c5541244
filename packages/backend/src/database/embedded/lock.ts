import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { cannotWrite } from "./folder.ts";
import { DirectoryInUse } from "./problem.ts";

const SQLITE_BUSY = 5;

export const LOCK_FILE = "server.lock";
/**
 * Contains the first server's process number, for the message to a second one. The lock doesn't
 * depend on it.
 */
export const HOLDER_FILE = "server.pid";

export interface DirectoryLock {
  release(): void;
}

/**
 * Locks the data folder against a second server. The operating system releases the lock when the
 * process ends in any way, so no stale lock remains. Node has no `flock`; SQLite's exclusive file
 * lock is the portable one that Node contains.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const holderFile = join(directory, HOLDER_FILE);
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(directory, LOCK_FILE), { timeout: 0 });
    file.exec("pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive");
    await writeFile(holderFile, `${process.pid}\n`);
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY)
      throw cannotWrite(directory, error);
    const holder = await readFile(holderFile, "utf8").catch(() => "");
    const who = holder.trim() ? ` (process ${holder.trim()})` : "";
    throw new DirectoryInUse(
      `${directory} is in use by another running server${who}: stop it, or set DATA_DIR to another folder`,
    );
  }
  const held = file;
  return { release: () => held.close() };
}
