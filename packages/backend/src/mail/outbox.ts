import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const DAY = 24 * 60 * 60 * 1000;

/** Mails in the outbox carry addresses and links that work: they are not kept for ever. */
export const OUTBOX_DAYS = 30;

/** Where mails are written that no SMTP server takes. */
export const outboxOf = (dataDir: string): string => join(dataDir, "outbox");

/** Removes mails nobody has looked at for long; says how many. */
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
