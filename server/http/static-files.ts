import type { MiddlewareHandler } from "hono";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";

import { type Bytes, type Encoding, isText, negotiate } from "./compression.ts";

const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/** Endings under which the build leaves compressed copies. */
const SUFFIXES: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

interface StaticFile {
  type: string;
  etag: string;
  cacheControl: string;
  body: Bytes;
  encoded: Partial<Record<Encoding, Bytes>>;
}

/**
 * Serves the files of a folder from memory. What exists is listed once, at start: a path is looked
 * up, never resolved, so there is no way out of the folder.
 */
export async function staticFiles(directory: string): Promise<MiddlewareHandler> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length)),
  );
  const loaded = new Map<string, StaticFile>();

  return async (c, next) => {
    const path = c.req.path;
    if (!files.has(path) || (c.req.method !== "GET" && c.req.method !== "HEAD")) return next();
    const file = loaded.get(path) ?? load(directory, path, files);
    if (!file) return next();
    loaded.set(path, file);

    const headers: Record<string, string> = {
      "Cache-Control": file.cacheControl,
      ETag: file.etag,
      Vary: "Accept-Encoding",
    };
    if (c.req.header("if-none-match")?.includes(file.etag)) return c.body(null, 304, headers);
    headers["Content-Type"] = file.type;
    const encoding = negotiate(c.req.header("accept-encoding"));
    const encoded = encoding && file.encoded[encoding];
    if (encoded) headers["Content-Encoding"] = encoding;
    const body = encoded ?? file.body;
    headers["Content-Length"] = String(body.length);
    return new Response(c.req.method === "HEAD" ? null : body, { headers });
  };
}

/** Read on first request and kept: the whole site is a few megabytes. Undefined once a newer build took it away. */
function load(directory: string, path: string, files: Set<string>): StaticFile | undefined {
  const body = read(join(directory, path));
  if (!body) return undefined;
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  const encoded: StaticFile["encoded"] = {};
  for (const [encoding, suffix] of Object.entries(SUFFIXES) as [Encoding, string][]) {
    if (!isText(type) || !files.has(path + suffix)) continue;
    const small = read(join(directory, path + suffix));
    // Made by the build, it costs nothing to send: any saving is one.
    if (small && small.length < body.length) encoded[encoding] = small;
  }
  return {
    type,
    // Weak: the compressed copies go by the same tag.
    etag: `W/"${createHash("sha1").update(body).digest("base64url")}"`,
    // The build puts a hash into the names under /assets/: they never change.
    cacheControl: path.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600",
    body,
    encoded,
  };
}

function read(file: string): Bytes | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
