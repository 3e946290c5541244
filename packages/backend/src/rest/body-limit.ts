import type { MiddlewareHandler } from "hono";
import { bodyLimit as counted } from "hono/body-limit";

import { bodyTooLarge } from "./errors.ts";
import { respondError } from "./respond.ts";

/** Far more than any form sends; a bulk import can send several. */
const LARGEST_BODY = 10 * 1024 * 1024;

const refuse = () => respondError(bodyTooLarge());

/**
 * Refuses bodies that are too large. Almost every one tells its length, to which the HTTP server
 * holds the sender; only the others are counted, for to look at a body as a stream costs more than
 * all else that is done to a small request before the database gets it.
 */
export function bodyLimit(): MiddlewareHandler {
  const count = counted({ maxSize: LARGEST_BODY, onError: refuse });
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    if (method === "GET" || method === "HEAD") return next();
    const length = headers.get("content-length");
    if (length === null || headers.has("transfer-encoding")) return count(c, next);
    return Number(length) > LARGEST_BODY ? refuse() : next();
  };
}
