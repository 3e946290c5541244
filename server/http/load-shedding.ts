import type { MiddlewareHandler } from "hono";

import { clientAddress } from "./client-address.ts";
import type { HttpEnv } from "./context.ts";

/**
 * How much is done at once. More would only make everybody wait: what comes on top is refused at
 * once, and may be sent again. Kept pages and files are always answered.
 */
export const LIMITS = {
  /** Requests to the services; some twenty are worked on, the others wait for a connection. */
  services: 512,
  /** Pages being rendered, a second's worth. */
  renderings: 100,
  /** Requests of one caller: no one address takes the place of all others. */
  caller: 256,
};

/** There is no room for one more. */
export class OverloadedError extends Error {}

/** Lets in so many at once. */
export class ConcurrencyLimit {
  readonly #limit: number;
  #inside = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws {OverloadedError} at once when it is full */
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

/** 503 to what comes while `limit` others are under way. */
export function limitConcurrency(limit: number): MiddlewareHandler<HttpEnv> {
  const gate = new ConcurrencyLimit(limit);
  return async (c, next) => {
    try {
      await gate.run(() => next());
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      return c.json({ code: "overloaded", ...refusal }, 503, SOON);
    }
  };
}

/** 429 to a caller who has `limit` others under way. */
export function limitConcurrencyPerAddress(
  limit: number,
  trustProxy: boolean,
): MiddlewareHandler<HttpEnv> {
  const underWay = new Map<string, number>();
  return async (c, next) => {
    const caller = clientAddress(c.req.raw.headers, c.env, trustProxy);
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
