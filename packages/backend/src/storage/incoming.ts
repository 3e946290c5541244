import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const HOUR = 60 * 60 * 1000;

/** Removes what uploads have left that a crash cut short: no upload takes an hour. */
export async function sweepIncoming(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > HOUR) await rm(path, { force: true });
  }
}
