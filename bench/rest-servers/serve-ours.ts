/** The embedded backend over HTTP, for `bench/rest.ts`: DATABASE, DATA, [DIRECT] → a line with its address. */
import { createBackend, silentLogger } from "@maillotheque/backend";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { createAdaptorServer } from "../support/node-server.ts";

const [, , databaseUrl = "", dataDir = "", directUrl] = process.argv;
const backend = await createBackend(
  {
    databaseUrl,
    dataDir,
    ...(directUrl && { directUrl }),
    migrations: join(import.meta.dirname, "../../supabase/migrations"),
    siteUrl: "http://127.0.0.1",
  },
  silentLogger,
);
const server = createAdaptorServer({ fetch: backend.fetch });
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, anon: backend.apiKeys.anon }));
});
process.once("SIGTERM", () => process.exit(0));
