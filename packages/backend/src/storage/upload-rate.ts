import { RateLimiterRes } from "rate-limiter-flexible";

import { CLIENT_ADDRESS } from "../context.ts";
import type { Pool } from "../database/pool.ts";
import { createRateLimiter, rateKey } from "../database/rate-limiter.ts";
import { tooManyRequests } from "./errors.ts";
import type { Caller } from "./service.ts";

/** Twenty jerseys with five images each, and some that went wrong, in ten minutes. */
const UPLOADS = { points: 150, duration: 600 };

export type UploadRate = (caller: Caller, request: Request) => Promise<void>;

/**
 * Counts the uploads of a member, or of an address where visitors may upload.
 * @throws {StorageError} 429
 */
export function uploadRate(pool: Pool): UploadRate {
  const limiter = createRateLimiter(pool, "storage.upload", UPLOADS);
  return async (caller, request) => {
    if (caller.isService) return;
    try {
      const who = caller.member ?? request.headers.get(CLIENT_ADDRESS) ?? "visitor";
      await limiter.consume(rateKey(who));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.ceil(refusal.msBeforeNext / 1000);
      throw tooManyRequests("Too many uploads, try again later", seconds);
    }
  };
}
