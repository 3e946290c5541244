import { restore } from "@maillotheque/backend";
import { resolve } from "node:path";

import { StartError } from "../start-error.ts";
import { assertOwnDatabase, command } from "./command.ts";

await command(async ({ env, args: [backup], say }) => {
  if (!backup) throw new StartError("usage: npm run restore -- <backup folder>");
  assertOwnDatabase(env);
  await restore(resolve(backup), env.DATA_DIR);
  say(`${env.DATA_DIR} holds the backup now: start the site`);
});
