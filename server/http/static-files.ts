import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import { readdirSync } from "node:fs";

/**
 * Serves the files of a folder, and the compressed copies that the build made of them. Looks up
 * only paths whose first segment is a name in the folder.
 */
export function staticFiles(directory: string): Hono {
  const app = new Hono();
  const serve = serveStatic({ root: directory, precompressed: true });
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`;
    app.use(path, etag({ weak: true }), cacheHeaders, serve);
  }
  return app;
}

const cacheHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.ok) return;
  // The build puts a hash of the content into the names under /assets/.
  const isHashed = c.req.path.startsWith("/assets/");
  c.header("Cache-Control", `public, max-age=${isHashed ? "31536000, immutable" : "3600"}`);
  c.header("Vary", "Accept-Encoding");
};
