import { backUp } from "@maillotheque/backend";
import { resolve } from "node:path";

import { StartError } from "../start-error.ts";
import { assertOwnDatabase, command, withDatabase } from "./command.ts";

await command(async ({ env, args: [target], say }) => {
  if (!target) throw new StartError("usage: npm run backup -- <new folder>");
  assertOwnDatabase(env);
  await withDatabase(env, (url) => backUp(url, env.DATA_DIR, resolve(target)));
  say(`${env.DATA_DIR} is backed up to ${resolve(target)}`);
});
