import { rolesScript } from "@maillotheque/backend";

import { StartError } from "../operate/start-error.ts";
import { command } from "./command.ts";

await command(async ({ env, say }) => {
  if (!env.DATABASE_URL) {
    throw new StartError(
      "usage: DATABASE_URL=postgres://<role>:<password>@<host>/<database> npm run --silent database-roles | psql <address of whoever may create roles, of the same database>",
    );
  }
  const { username, pathname } = new URL(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  const [owner, database] = [username, pathname.slice(1)].map(decodeURIComponent);
  if (!owner || !database) {
    throw new StartError("DATABASE_URL: the script needs the names of its role and database in it");
  }
  say(rolesScript({ owner, database, prefix: env.DATABASE_ROLE_PREFIX ?? "" }));
});
