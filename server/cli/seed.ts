import { createBackend } from "@maillotheque/backend";
import { backendOptions } from "../operate/embedded.ts";
import { StartError } from "../operate/start-error.ts";
import { createLogger } from "../operate/logger.ts";
import { removeDemo } from "../catalogue/seed/demo/remove.ts";
import { seed } from "../catalogue/seed/seed.ts";
import { command, withDatabase } from "./command.ts";

const USAGE = "usage: npm run seed -- catalogue | demo | --remove-demo";

await command(async ({ env, args: [kind = "catalogue"], say }) => {
  if (kind !== "catalogue" && kind !== "demo" && kind !== "--remove-demo") {
    throw new StartError(USAGE);
  }
  const log = await createLogger(env.LOG_LEVEL);
  await withDatabase(env, async (databaseUrl) => {
    const siteUrl = env.SITE_URL ?? `http://${env.HOST}:${env.PORT}`;
    const backend = await createBackend(backendOptions(env, databaseUrl, siteUrl), log);
    try {
      if (kind === "--remove-demo") say(`${await removeDemo({ backend, log })} jerseys removed`);
      else await seed({ backend, kind, log });
    } finally {
      await backend.close();
    }
  });
});
