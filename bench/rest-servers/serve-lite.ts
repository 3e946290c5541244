/** `@supabase/lite` over HTTP, for `bench/rest.ts`: DATABASE, SECRET → a line with its address. */
import { createAdaptorServer } from "@hono/node-server";
import type { AddressInfo } from "node:net";

const [, , url = "", secret = ""] = process.argv;
// Its types exist only where the benches' packages are installed.
const lite = "@supabase/lite";
const { App } = await import(lite);
const { createPostgresConnection } = await import(`${lite}/postgres`);
// Its driver accepts a socket's folder as an option only.
const { hostname } = new URL(url);
const host = decodeURIComponent(hostname);
const connection = createPostgresConnection({
  url: url.replace(hostname, "127.0.0.1"),
  postgresOptions: { max: 20, host },
});
const app = new App({
  connection,
  auth: { enabled: true, jwt_secret: secret },
  options: { server: { apiKeys: false } },
});
const server = createAdaptorServer({
  fetch: (request) => app.fetch(request, { peerAddress: null }),
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
process.once("SIGTERM", () => process.exit(0));
