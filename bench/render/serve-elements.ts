/**
 * The HTTP server and the renderer of the site around one page without data or components: the
 * elements of the given file.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createElement, type ReactNode } from "react";
import { Links, Meta, Scripts, ScrollRestoration } from "react-router";

import { createHttp } from "../../server/http/app.ts";
import { commonHeaders } from "../../server/http/security-headers.ts";
import { createLogger } from "../../server/operate/logger.ts";
import { cachedPages } from "../../server/pages/cache/cached-pages.ts";
import { PageCache } from "../../server/pages/cache/page-cache.ts";
import { getRequestListener, listen } from "../support/listen.ts";
import type { Markup } from "./markup.ts";

const BUILD = join(import.meta.dirname, "../../build/server/index.js");

const elements = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Markup[];

function element(markup: Markup): ReactNode {
  if (typeof markup === "string") return markup;
  const [tag, attributes, ...inner] = markup;
  return createElement(tag, attributes, ...inner.map(element));
}

const page = {
  /** The cache headers of the site's pages. */
  headers: () => ({ "Cache-Control": "public, max-age=0, s-maxage=10" }),
  // Beside the elements, what React Router writes into every page.
  default() {
    const head = createElement("head", null, createElement(Meta), createElement(Links));
    const end = [createElement(ScrollRestoration), createElement(Scripts)];
    const body = createElement("body", null, ...elements.map(element), ...end);
    return createElement("html", { lang: "en" }, head, body);
  },
};

const site = await import(pathToFileURL(BUILD).href);
const root = { id: "root", path: "" };
const build = {
  ...site,
  routes: { root: { ...root, module: page } },
  assets: { ...site.assets, routes: { root: { ...root, module: site.assets.entry.module } } },
};
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
