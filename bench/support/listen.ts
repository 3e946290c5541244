/** What a program of the benches does to be found by `startProgram`. */
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

/** The HTTP adapter of the site: the benches' own packages contain an older one. */
export const { getRequestListener } = createRequire(new URL("../../package.json", import.meta.url))(
  "@hono/node-server",
) as typeof import("@hono/node-server");

/** @param listener gets its own address */
export function listen(listener: (url: string) => RequestListener, anon?: string): void {
  // Same options as the site's server.
  const server = createServer({ optimizeEmptyRequests: true });
  server.listen(0, "127.0.0.1", () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", listener(url));
    console.log(JSON.stringify({ url, anon }));
  });
  process.once("SIGTERM", () => process.exit(0));
}
