import type { MiddlewareHandler } from "hono";
import { randomUUID } from "node:crypto";

import type { Logger } from "../operate/logger.ts";
import type { Metrics } from "../operate/metrics/metrics.ts";
import type { HttpEnv } from "./context.ts";

const ID = /^[\w-]{8,64}$/;

/** The request id from a proxy, or a new one. */
export function requestIdOf(given = ""): string {
  return ID.test(given) ? given : randomUUID();
}

/** What only its reader may know: the key of a link or a letter, the token of a picture, an id of an unlisted list. */
const KEYS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[\w-]{32,}/gi;

/** A path without the ids and keys in it. Who reads the log must not be able to follow somebody's link. */
export function formOf(path: string): string {
  return path.replace(KEYS, ":id");
}

/**
 * Logs one line per request, with an id that the answer carries too. No personal data: neither the
 * client's address, nor ids and keys in the path, nor the query, which may contain one-time codes.
 */
export function requestLog(logger: Logger, counts?: Metrics): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const requestId = requestIdOf(c.req.header("x-request-id"));
    const log = logger.child({ requestId });
    c.set("requestId", requestId);
    c.set("log", log);
    const started = performance.now();
    await next();
    c.res.headers.set("x-request-id", requestId);
    const { status } = c.res;
    counts?.request(c.req.path, status, (performance.now() - started) / 1000);
    const fields = { method: c.req.method, path: formOf(c.req.path), status, ms: elapsed(started) };
    if (isQuiet(c.req.path)) log.debug(fields, "request");
    // 503 is expected while the database is away.
    else if (status >= 500) log[status === 503 ? "warn" : "error"](fields, "request");
    else log.info(fields, "request");
  };
}

function isQuiet(path: string): boolean {
  return path.startsWith("/assets/") || path === "/healthz" || path === "/readyz";
}

export function elapsed(since: number): number {
  return Math.round((performance.now() - since) * 10) / 10;
}
