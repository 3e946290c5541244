/** The embedded backend over HTTP, for `bench/rest.ts`: DATABASE, DATA. */
import { createBackend, silentLogger } from "@maillotheque/backend";
import { join } from "node:path";

import { getRequestListener, listen } from "../support/listen.ts";

const [, , databaseUrl = "", dataDir = ""] = process.argv;
const migrations = join(import.meta.dirname, "../../supabase/migrations");
const backend = await createBackend(
  { databaseUrl, dataDir, migrations, siteUrl: "http://127.0.0.1" },
  silentLogger,
);
listen(() => getRequestListener(backend.fetch), backend.apiKeys.anon);
