import type { MiddlewareHandler } from "hono";

import { callerKey } from "./client-address.ts";
import type { HttpEnv } from "./context.ts";

/**
 * Limits of concurrent work. More would only slow everybody down: further requests are refused at
 * once and can be repeated. Cached pages and files are always sent.
 */
export const LIMITS = {
  /** Requests to the services; about twenty run, the others wait for a connection. */
  services: 512,
  /** Pages being rendered: about one second of work. */
  renderings: 100,
  /** Requests per address or IPv6 network: one client can't use up all places. */
  caller: 256,
};

/** The concurrency limit is reached. */
export class OverloadedError extends Error {}

/** Limits concurrent work. */
export class ConcurrencyLimit {
  readonly #limit: number;
  #inside = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws {OverloadedError} at once if the limit is reached */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#limit) throw new OverloadedError("too much at once");
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
    }
  }
}

const refusal = { message: "Too many requests at once, try again in a moment" };
const SOON = { "Retry-After": "1", "Cache-Control": "no-store" };

/** Answers 503 while `limit` other requests are running. */
export function limitConcurrency(limit: number): MiddlewareHandler<HttpEnv> {
  const limiter = new ConcurrencyLimit(limit);
  return async (c, next) => {
    try {
      await limiter.run(() => next());
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      return c.json({ code: "overloaded", ...refusal }, 503, SOON);
    }
  };
}

/** Answers 429 to a client with `limit` other requests running. */
export function limitConcurrencyPerAddress(
  limit: number,
  trustProxy: boolean,
): MiddlewareHandler<HttpEnv> {
  const underWay = new Map<string, number>();
  return async (c, next) => {
    const caller = callerKey(c.req.raw.headers, c.env, trustProxy);
    const count = underWay.get(caller) ?? 0;
    if (count >= limit) return c.json({ code: "too_many_requests", ...refusal }, 429, SOON);
    underWay.set(caller, count + 1);
    try {
      await next();
    } finally {
      const left = (underWay.get(caller) ?? 1) - 1;
      if (left > 0) underWay.set(caller, left);
      else underWay.delete(caller);
    }
  };
}
