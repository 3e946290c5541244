import { migrate } from "@maillotheque/backend";

import { SITE_OPTIONS } from "../operate/backend-options.ts";
import { createLogger } from "../operate/logger.ts";
import { StartError } from "../operate/start-error.ts";
import { command, withDatabase } from "./command.ts";

/** Migrates the database apart from the start of a server (`MIGRATE=false`); servers go on meanwhile. */
await command(async ({ env, args, say }) => {
  if (args.length > 0) throw new StartError("usage: npm run migrate");
  if (env.SUPABASE_URL) {
    throw new StartError("with SUPABASE_URL, `npm run setup:hosted` applies the migrations");
  }
  const log = await createLogger("warn");
  const names = await withDatabase(env, (url) =>
    migrate(url, SITE_OPTIONS.migrations, log, env.DATABASE_ROLE_PREFIX),
  );
  for (const name of names) say(name);
  say(names.length === 0 ? "nothing to apply" : `${names.length} applied`);
});
