import { isDumpBackup, restore, restoreByDump } from "@maillotheque/backend";
import { resolve } from "node:path";

import { createLogger } from "../operate/logger.ts";
import { StartError } from "../operate/start-error.ts";
import { command, siteOf, withDatabase } from "./command.ts";

/** Restores a backup into an empty data folder, or into an empty database and a store. */
await command(async ({ env, args: [folder], say }) => {
  if (!folder) throw new StartError("usage: npm run restore -- <backup folder>");
  const backup = resolve(folder);
  if (await isDumpBackup(backup)) {
    const log = await createLogger("warn");
    const { tables, rows, files } = await withDatabase(env, (url) =>
      restoreByDump(backup, siteOf(env, url), log),
    );
    return say(
      `${tables} tables with ${rows} rows and ${files} files are restored, each as it was saved: start the site`,
    );
  }
  if (env.DATABASE_URL || env.SUPABASE_URL) {
    throw new StartError(
      "this backup is a copy of a data folder: restore it without DATABASE_URL and SUPABASE_URL",
    );
  }
  await restore(backup, env.DATA_DIR);
  say(`${env.DATA_DIR} holds the backup now: start the site`);
});
