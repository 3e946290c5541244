import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const DAY = 24 * 60 * 60 * 1000;

/**
 * Retention of the outbox in days. Its mails contain addresses and valid links, so they are
 * deleted.
 */
const OUTBOX_DAYS = 30;

/** Returns the folder of mails and SMS for set-ups without a server that sends them. */
export const outboxOf = (dataDir: string): string => join(dataDir, "outbox");

/**
 * Creates the outbox for its owner only: names of files tell who got which mail, and when. A folder
 * of an earlier version is closed too.
 */
export async function makeOutbox(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  // Another user may own the folder; mails must be written all the same.
  if (!made) await chmod(folder, 0o700).catch(() => {});
}

/** Deletes old mails and returns their number. */
export async function sweepOutbox(dataDir: string): Promise<number> {
  const folder = outboxOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names.filter((file) => /\.eml(\.part)?$/.test(file))) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < OUTBOX_DAYS * DAY) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}
