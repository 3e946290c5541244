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
  return limit.startsWith("mailbox") || limit === "phone"
    ? new AuthError(
        429,
        limit === "phone" ? "over_sms_send_rate_limit" : "over_email_send_rate_limit",
        `For security purposes, you can only request this after ${seconds} seconds.`,
        { headers },
      )
    : new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { headers });
}

/** Counts a mail to a mailbox, sent or not. @throws {AuthError} over_email_send_rate_limit */
export async function countMail(
  limits: Limits,
  kind: string,
  mailbox: string,
  origin: RequestOrigin,
): Promise<void> {
  await limits.count("mailRequest", originKey(origin));
  await limits.count("mailbox", `${kind} ${mailbox}`);
  await limits.count("mailboxAll", mailbox);
  await limits.count("mailboxHere", `${mailbox} ${originKey(origin)}`);
  await limits.count("mailboxDay", mailbox);
}

/** The limits of wrong codes, with their keys. */
const codeLimits = (sentTo: string, origin: RequestOrigin): [LimitName, string][] => [
  ["codeGuesses", originKey(origin)],
  ["codeFailureHere", `${sentTo} ${originKey(origin)}`],
  ["codeFailure", sentTo],
  ["codeFailures", sentTo],
];

/**
 * Counts an attempt at a code, before the code is verified: concurrent guesses can't exceed the
 * limits.
 * @returns a function that takes the count back after the right code
 * @throws {AuthError} over_request_rate_limit
 */
export async function countCode(
  limits: Limits,
  sentTo: string,
  origin: RequestOrigin,
): Promise<() => Promise<void>> {
  const counted = codeLimits(sentTo, origin);
  for (const [limit, key] of counted) await limits.count(limit, key);
  return async () => {
    for (const [limit, key] of counted) await limits.refund(limit, key);
  };
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
