import type { MiddlewareHandler } from "hono";
import { bodyLimit as counted } from "hono/body-limit";

import { bodyTooLarge } from "./errors.ts";
import { respondError } from "./respond.ts";

/**
 * Maximum size of a body, in bytes: far more than any form sends. A bulk import can use several
 * requests.
 */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const refuse = () => respondError(bodyTooLarge());

/**
 * Refuses bodies that are too large. Almost all requests have a Content-Length, which the HTTP
 * server enforces. Only the others are counted, because reading a small body as a stream costs more
 * than all other work before the query.
 */
export function bodyLimit(): MiddlewareHandler {
  const count = counted({ maxSize: MAX_BODY_BYTES, onError: refuse });
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    if (method === "GET" || method === "HEAD") return next();
    const length = headers.get("content-length");
    if (length === null || headers.has("transfer-encoding")) return count(c, next);
    return Number(length) > MAX_BODY_BYTES ? refuse() : next();
  };
}
