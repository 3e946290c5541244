import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const HOUR = 60 * 60 * 1000;

/**
 * Deletes the temporary files of uploads that a crash interrupted. They are older than an hour; no
 * upload takes that long.
 */
export async function removeStaleUploads(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > HOUR) await rm(path, { force: true });
  }
}
