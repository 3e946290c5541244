import { NoRoom, type PlaceLimits, Places } from "@maillotheque/backend";
import type { MiddlewareHandler } from "hono";

import { callerKey } from "./client-address.ts";
import type { HttpEnv } from "./context.ts";

/**
 * Limits of concurrent work. More would only slow everybody down: further requests are refused at
 * once, or after a short wait, and can be repeated. Cached pages and files are always sent.
 */
export const LIMITS = {
  /**
   * Requests to one service; about twenty run, the others wait for a connection. A few addresses that
   * fill one service leave the others alone.
   */
  service: { total: 512, caller: 128 },
  /** Pages being rendered: about one second of work, and a tenth for one address. More wait for their turn. */
  renderings: { total: 100, caller: 10, waiting: 30 },
  /** Requests per address or IPv6 network: one client can't use up all places. */
  caller: 256,
};

/** Limits concurrent work; rejects instead of queueing. */
class ConcurrencyLimit {
  readonly #places: Places;

  constructor(limits: PlaceLimits) {
    this.#places = new Places(limits);
  }

  /** How many more requests of a caller would be taken now. */
  room(caller: string): number {
    return this.#places.room(caller);
  }

  /**
   * @param over Resolves when the place is free again, where that is later than the end of the work
   * @throws {NoRoom} at once if the limit is reached
   */
  async run<T>(work: () => Promise<T>, caller: string, over?: Promise<void>): Promise<T> {
    if (!this.#places.hasRoom(caller)) throw new NoRoom();
    this.#places.enter(caller);
    const leave = () => this.#places.leave(caller);
    try {
      return await work();
    } finally {
      if (over) void over.then(leave);
      else leave();
    }
  }
}

const message = "Too many requests at once, try again in a moment";
const SOON = { "Retry-After": "1", "Cache-Control": "no-store" };

/**
 * Answers 503 while as many other requests are running as the limits allow. Each answer says how many its caller may
 * have running at once, and how many more now (draft-ietf-httpapi-ratelimit-headers).
 */
export function limitConcurrency(
  limits: PlaceLimits,
  trustProxy: boolean,
): MiddlewareHandler<HttpEnv> {
  const limiter = new ConcurrencyLimit(limits);
  const policy = `"address";q=${limits.caller};qu="concurrent-requests"`;
  return async (c, next) => {
    const caller = callerKey(c.req.raw.headers, c.env, trustProxy);
    try {
      await limiter.run(() => next(), caller);
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      c.res = c.json({ code: "overloaded", message }, 503, SOON);
    }
    c.res.headers.set("RateLimit-Policy", policy);
    c.res.headers.set("RateLimit", `"address";r=${limiter.room(caller)}`);
  };
}

/** Resolves when an answer is sent, or its client has left. */
function sent({ outgoing }: Partial<HttpEnv["Bindings"]> = {}): Promise<void> | undefined {
  if (!outgoing || outgoing.closed) return undefined;
  return new Promise((resolve) => outgoing.once("close", resolve));
}

/**
 * Answers 429 to a client with `limit` other requests running. A request counts until its answer is
 * sent: a client that doesn't read it still holds a file and memory.
 */
export function limitConcurrencyPerAddress(
  limit: number,
  trustProxy: boolean,
): MiddlewareHandler<HttpEnv> {
  const limiter = new ConcurrencyLimit({ total: Infinity, caller: limit });
  return async (c, next) => {
    try {
      const caller = callerKey(c.req.raw.headers, c.env, trustProxy);
      await limiter.run(() => next(), caller, sent(c.env));
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      return c.json({ code: "too_many_requests", message }, 429, SOON);
    }
  };
}
