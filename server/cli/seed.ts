import { createBackend } from "../../backend/index.ts";
import { backendSettings } from "../embedded.ts";
import { StartFailure } from "../failure.ts";
import { createLogger } from "../logger.ts";
import { seed } from "../seed/index.ts";
import { command, withDatabase } from "./command.ts";

await command(async ({ env, args: [kind = "catalogue"], say }) => {
  if (kind !== "catalogue" && kind !== "demo") {
    throw new StartFailure("usage: npm run seed -- catalogue | demo");
  }
  const log = await createLogger(env.LOG_LEVEL);
  await withDatabase(env, async (databaseUrl) => {
    const siteUrl = env.SITE_URL ?? `http://${env.HOST}:${env.PORT}`;
    const backend = await createBackend(backendSettings(env, databaseUrl, siteUrl), log);
    try {
      await seed({ databaseUrl, backend, kind, log });
    } finally {
      await backend.close();
    }
  });
  say(`${kind}: done`);
});
