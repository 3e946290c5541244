import { createBackend } from "@maillotheque/backend";
import { createInterface } from "node:readline/promises";

import { countDemo, removeDemo } from "../catalogue/seed/demo/remove.ts";
import { seed } from "../catalogue/seed/seed.ts";
import type { SeedTarget } from "../catalogue/seed/target.ts";
import { backendOptions } from "../operate/embedded.ts";
import { createLogger, type Logger } from "../operate/logger.ts";
import { StartError } from "../operate/start-error.ts";
import { command, withDatabase } from "./command.ts";

const USAGE = "usage: npm run seed -- catalogue | demo | --remove-demo [--yes]";

await command(async ({ env, args: [kind = "catalogue", yes], say }) => {
  if (kind !== "catalogue" && kind !== "demo" && kind !== "--remove-demo") {
    throw new StartError(USAGE);
  }
  if (yes && (yes !== "--yes" || kind !== "--remove-demo")) throw new StartError(USAGE);
  const log = await createLogger(env.LOG_LEVEL);
  await withDatabase(env, async (databaseUrl) => {
    const siteUrl = env.SITE_URL ?? `http://${env.HOST}:${env.PORT}`;
    const backend = await createBackend(backendOptions(env, databaseUrl, siteUrl), log);
    try {
      if (kind === "--remove-demo") await remove(backend, log, yes === "--yes", say);
      else await seed({ backend, kind, log });
    } finally {
      await backend.close();
    }
  });
});

async function remove(
  backend: SeedTarget,
  log: Logger,
  isAgreed: boolean,
  say: (line: string) => void,
): Promise<void> {
  const { jerseys, accounts, votes, comments, shelves } = await countDemo(backend);
  if (jerseys + accounts === 0) return say("there is no demonstration");
  say(
    `This removes ${jerseys} demo jerseys with their photos and days, and ${accounts} demo accounts; ` +
      `with the jerseys also ${votes} votes and ${comments} comments of members, and ${shelves} places in their collections and wishlists. ` +
      "Nothing else changes, and it can't be undone.",
  );
  if (!isAgreed && !(await isConfirmed())) {
    throw new StartError("nothing was removed; add --yes to remove it without a question");
  }
  say(`${await removeDemo({ backend, log })} jerseys removed`);
}

/** Asks where somebody can answer. */
async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question("Remove it? [y/N] ")).trim());
  } finally {
    terminal.close();
  }
}
