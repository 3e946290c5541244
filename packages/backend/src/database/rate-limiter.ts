import { createHash } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";

import type { Pool } from "./pool.ts";

export interface Rate {
  /** Requests per window. */
  points: number;
  /** Length of the window, in seconds. */
  duration: number;
}

/**
 * Creates a limiter that counts in `backend.rate_limits`, shared by all servers on the database.
 */
export function createRateLimiter(pool: Pool, name: string, rate: Rate): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...rate,
    storeClient: pool,
    storeType: "pool",
    schemaName: "backend",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    // Housekeeping deletes expired rows.
    clearExpiredByTimeout: false,
  });
}

/** Returns the digest of a key: any length fits the column, and the table contains no addresses. */
export function rateKey(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}
