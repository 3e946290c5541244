import { RateLimiterRes } from "rate-limiter-flexible";

import { HEADERS } from "../http/headers.ts";
import type { Pool } from "../database/pool.ts";
import { createRateLimiter, rateKey } from "../database/rate-limiter.ts";
import { tooManyRequests } from "./errors.ts";
import type { Requester } from "./service.ts";

/** Uploads per ten minutes: a few dozen forms with several images each, and some retries. */
const UPLOADS = { points: 150, duration: 600 };

export type UploadRate = (requester: Requester, request: Request) => Promise<void>;

/**
 * Creates the limit of uploads per member, or per address where visitors may upload.
 * @throws {StorageError} 429
 */
export function uploadRate(pool: Pool): UploadRate {
  const limiter = createRateLimiter(pool, "storage.upload", UPLOADS);
  return async (requester, request) => {
    if (requester.isService) return;
    try {
      const who = requester.member ?? request.headers.get(HEADERS.clientAddress) ?? "visitor";
      await limiter.consume(rateKey(who));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.ceil(refusal.msBeforeNext / 1000);
      throw tooManyRequests("Too many uploads, try again later", seconds);
    }
  };
}
