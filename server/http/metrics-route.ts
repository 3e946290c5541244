import type { Handler } from "hono";
import { timingSafeEqual } from "node:crypto";

import type { Metrics } from "../operate/metrics/metrics.ts";
import type { HttpEnv } from "./context.ts";

/** Metrics for requests with the token; 404 for all others. */
export function metricsRoute({
  counts,
  token,
}: {
  counts: Metrics;
  token: string;
}): Handler<HttpEnv> {
  const expected = Buffer.from(`Bearer ${token}`);
  return async (c, next) => {
    const given = Buffer.from(c.req.header("authorization") ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return next();
    return c.body(await counts.text(), 200, {
      "Content-Type": counts.contentType,
      "Cache-Control": "no-store",
    });
  };
}
