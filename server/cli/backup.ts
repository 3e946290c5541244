import { backUp, backUpByDump } from "@maillotheque/backend";
import { resolve } from "node:path";

import { StartError } from "../operate/start-error.ts";
import { command, siteOf, withDatabase } from "./command.ts";

/** Backs up the site while it runs: its data folder, or a database elsewhere with its files. */
await command(async ({ env, args: [folder], say }) => {
  if (!folder) throw new StartError("usage: npm run backup -- <new folder>");
  const target = resolve(folder);
  if (!env.DATABASE_URL) {
    await withDatabase(env, (url) => backUp(url, env.DATA_DIR, target));
    return say(`${env.DATA_DIR} is backed up to ${target}`);
  }
  const { tables, rows, files } = await withDatabase(env, (url) =>
    backUpByDump(siteOf(env, url), target),
  );
  say(`${tables} tables with ${rows} rows and ${files} files are backed up to ${target}`);
});
