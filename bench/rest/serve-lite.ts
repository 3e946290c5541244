/** `@supabase/lite` over HTTP, for `bench/rest.ts`: DATABASE, SECRET. */
import { getRequestListener, listen } from "../support/listen.ts";

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
listen(() => getRequestListener((request) => app.fetch(request, { peerAddress: null })));
