import { resolve } from "node:path";

import { backUp } from "../../packages/backend/src/database/backup.ts";
import { StartFailure } from "../failure.ts";
import { assertOwnDatabase, command, withDatabase } from "./command.ts";

await command(async ({ env, args: [target], say }) => {
  if (!target) throw new StartFailure("usage: npm run backup -- <new folder>");
  assertOwnDatabase(env);
  await withDatabase(env, (url) => backUp(url, env.DATA_DIR, resolve(target)));
  say(`${env.DATA_DIR} is backed up to ${resolve(target)}`);
});
