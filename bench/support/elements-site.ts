/** The HTTP server of the site around one page with the elements of the given file; prints its address. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { createHttp } from "../../server/http/app.ts";
import { cachedPages } from "../../server/pages/cache/cached-pages.ts";
import { PageCache } from "../../server/pages/cache/page-cache.ts";
import { commonHeaders } from "../../server/http/security-headers.ts";
import { createLogger } from "../../server/operate/logger.ts";
import { getRequestListener } from "./node-server.ts";

const BUILD = join(import.meta.dirname, "../../build/elements-page/server/index.js");

Object.assign(globalThis, { elements: JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) });
const build = await import(pathToFileURL(BUILD).href);
const log = await createLogger("warn");
const cache = new PageCache();
// Same options as the site's server.
const server = createServer({ optimizeEmptyRequests: true });
server.listen(0, "127.0.0.1", async () => {
  const siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { url: "", anonKey: "none", siteUrl };
  const app = createHttp({
    siteUrl,
    trustProxy: false,
    log,
    cache,
    isStopping: () => false,
    site: () => ({
      ready: () => Promise.resolve(),
      pages: { build, mode: "production", access, policy: { origins: [siteUrl] } },
    }),
  });
  const cached = cachedPages({ cache, log, headers: commonHeaders(siteUrl) });
  server.on("request", cached(getRequestListener(app.fetch)));
  console.log(siteUrl);
});
