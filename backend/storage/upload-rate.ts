import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import { CLIENT_ADDRESS } from "../context.ts";
import { tooManyRequests } from "./errors.ts";
import type { Caller } from "./service.ts";

/** Twenty jerseys with five images each, and some that went wrong, in ten minutes. */
const UPLOADS = { points: 150, duration: 600 };

export type UploadRate = (caller: Caller, request: Request) => Promise<void>;

/**
 * Counts the uploads of a member, or of an address where visitors may upload. In memory: several
 * servers let through several times as many, which is still no flood.
 * @throws {StorageError} 429
 */
export function uploadRate(): UploadRate {
  const limiter = new RateLimiterMemory(UPLOADS);
  return async (caller, request) => {
    if (caller.isService) return;
    try {
      await limiter.consume(caller.member ?? request.headers.get(CLIENT_ADDRESS) ?? "visitor");
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.ceil(refusal.msBeforeNext / 1000);
      throw tooManyRequests("Too many uploads, try again later", seconds);
    }
  };
}
