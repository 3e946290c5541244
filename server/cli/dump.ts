import { createBackend } from "@maillotheque/backend";

import { makeDump } from "../open/make-dump.ts";
import { backendOptions, dumpOptions } from "../operate/embedded.ts";
import { createLogger } from "../operate/logger.ts";
import { projectClient } from "../operate/project/client.ts";
import { projectDump } from "../operate/project/dump.ts";
import { type Env, readProjectSettings } from "../operate/settings/env.ts";
import { StartError } from "../operate/start-error.ts";
import { command, withDatabase } from "./command.ts";

/** Makes a dump now, beside those that the job makes every night. */
await command(async ({ env, say }) => {
  const manifest = await (env.SUPABASE_URL ? ofProject(env, env.SUPABASE_URL) : ofOwn(env));
  if (!manifest) throw new StartError("another process is making a dump");
  for (const { name, format, rows, bytes } of manifest.files) {
    say(`${name} (${format}): ${rows} rows, ${bytes} bytes`);
  }
});

async function ofOwn(env: Env) {
  const log = await createLogger(env.LOG_LEVEL);
  return withDatabase(env, async (databaseUrl) => {
    const siteUrl = env.SITE_URL ?? `http://${env.HOST}:${env.PORT}`;
    const backend = await createBackend(backendOptions(env, databaseUrl, siteUrl), log);
    try {
      const options = dumpOptions(env, databaseUrl, backend, siteUrl);
      return await makeDump(options, { isForced: true });
    } finally {
      await backend.close();
    }
  });
}

async function ofProject(env: Env, url: string) {
  const { SUPABASE_SERVICE_KEY: key, SUPABASE_DB_URL: databaseUrl } = readProjectSettings(
    process.env,
  );
  if (!key || !databaseUrl) {
    throw new StartError("needs SUPABASE_SERVICE_KEY and SUPABASE_DB_URL");
  }
  const project = { url, databaseUrl, client: projectClient(url, key) };
  return makeDump(projectDump(env, project), { isForced: true });
}
