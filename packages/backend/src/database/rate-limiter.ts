import { createHash } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";

import type { Pool } from "./pool.ts";

export interface Rate {
  /** How often in one window. */
  points: number;
  /** The window, in seconds. */
  duration: number;
}

/** Counts in `backend.rate_limits`, so that every server on the database counts alike. */
export function createRateLimiter(pool: Pool, name: string, rate: Rate): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...rate,
    storeClient: pool,
    storeType: "pool",
    schemaName: "backend",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    // Housekeeping does it.
    clearExpiredByTimeout: false,
  });
}

/** Keys are digests: any length fits the column, and the table lists no addresses. */
export function rateKey(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}
