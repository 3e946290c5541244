/** The HTTP server of the site around one page with the elements of the given file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { createHttp } from "../../server/http/app.ts";
import { commonHeaders } from "../../server/http/security-headers.ts";
import { createLogger } from "../../server/operate/logger.ts";
import { cachedPages } from "../../server/pages/cache/cached-pages.ts";
import { PageCache } from "../../server/pages/cache/page-cache.ts";
import { getRequestListener, listen } from "../support/listen.ts";

const BUILD = join(import.meta.dirname, "../../build/elements-page/server/index.js");

Object.assign(globalThis, { elements: JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) });
const build = await import(pathToFileURL(BUILD).href);
const log = await createLogger("warn");
const cache = new PageCache();
listen((siteUrl) => {
  const access = { url: "", anonKey: "none", siteUrl };
  const app = createHttp({
    ...{ siteUrl, trustProxy: false, log, cache, isStopping: () => false },
    site: () => ({
      ready: () => Promise.resolve(),
      pages: { build, mode: "production", access, policy: { origins: [siteUrl] } },
    }),
  });
  const cached = cachedPages({ cache, log, headers: commonHeaders(siteUrl) });
  return cached(getRequestListener(app.fetch));
});
