import { isIPv6 } from "node:net";
import { type RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

import type { Pool } from "../database/pool.ts";
import { createRateLimiter, rateKey } from "../database/rate-limiter.ts";
import { AuthError } from "./errors.ts";
import { LIMITS, type LimitName } from "./policy.ts";
import type { RequestOrigin } from "./request.ts";

/**
 * Rate limits by address and account. The counters are in the database, so all servers share them.
 */
export interface Limits {
  /** Counts one more use. @throws {AuthError} 429 if the limit is exceeded */
  count(limit: LimitName, key: string): Promise<void>;
  /** Takes one use back, for limits that count failures only. */
  refund(limit: LimitName, key: string): Promise<void>;
}

/** Creates the rate limits of `LIMITS`, with counters in the database. */
export function createLimits(pool: Pool): Limits {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      createRateLimiter(pool, `auth.${name}`, limit),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>;

  return {
    async count(limit, key) {
      try {
        await limiters[limit].consume(rateKey(key));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(limit, refusal) : refusal;
      }
    },
    async refund(limit, key) {
      await limiters[limit].reward(rateKey(key));
    },
  };
}

function tooMany(limit: LimitName, { msBeforeNext }: RateLimiterRes): AuthError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const headers = { "retry-after": String(seconds) };
  return limit === "mailbox" || limit === "phone"
    ? new AuthError(
        429,
        limit === "phone" ? "over_sms_send_rate_limit" : "over_email_send_rate_limit",
        `For security purposes, you can only request this after ${seconds} seconds.`,
        { headers },
      )
    : new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { headers });
}

/**
 * Returns the key of a request origin for rate limits: its IPv4 address, or its IPv6 /64 network,
 * which belongs to one customer.
 */
export function originKey({ address = "unknown" }: RequestOrigin): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const leading = head.split(":").filter(Boolean);
  const trailing = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - leading.length - trailing.length;
  const groups = [...leading, ...Array<string>(zeros).fill("0"), ...trailing];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
