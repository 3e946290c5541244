/** The embedded backend over HTTP, for `bench/rest.ts`: DATABASE, DATA → a line with its address. */
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { createBackend } from "../../packages/backend/src/create-backend.ts";
import { silent } from "../../packages/backend/src/logger.ts";
import { createAdaptorServer } from "../support/node-server.ts";

const [, , databaseUrl = "", dataDir = ""] = process.argv;
const backend = await createBackend(
  {
    databaseUrl,
    dataDir,
    supabaseDir: join(import.meta.dirname, "../../supabase"),
    siteUrl: "http://127.0.0.1",
    mail: { from: "bench@localhost" },
    autoconfirm: false,
    trustProxy: false,
  },
  silent,
);
const server = createAdaptorServer({ fetch: backend.fetch });
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, anon: backend.apiKeys.anon }));
});
process.once("SIGTERM", () => process.exit(0));
