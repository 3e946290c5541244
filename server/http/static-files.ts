import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import { readdirSync } from "node:fs";

/** The folder in whose file names the build puts a hash of the content. */
const ASSETS = "assets";

/**
 * Serves the files of a folder, and the compressed copies that the build made of them. Looks up
 * only paths whose first segment is a name in the folder.
 */
export function staticFiles(directory: string): Hono {
  const app = new Hono();
  const serve = serveStatic({ root: directory, precompressed: true });
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`;
    // An immutable file is never asked for again, so it needs no tag, which costs a hash of each answer.
    if (entry.name === ASSETS) app.use(path, cacheHeaders, serve);
    else app.use(path, etag({ weak: true }), cacheHeaders, serve);
  }
  return app;
}

const cacheHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.ok) return;
  const isHashed = c.req.path.startsWith(`/${ASSETS}/`);
  c.header("Cache-Control", `public, max-age=${isHashed ? "31536000, immutable" : "3600"}`);
  c.header("Vary", "Accept-Encoding");
};
