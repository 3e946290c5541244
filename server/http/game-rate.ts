import type { MiddlewareHandler } from "hono";

import { callerWindows, type Rate } from "./caller-windows.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import type { HttpEnv } from "./context.ts";

/**
 * Moves of visitors per address, or IPv6 /48: a school class that plays at once. One address alone can't fill the limit of all
 * new visitors (`daily_visitors`).
 */
export const GAME_RATE: Rate = { most: 600, windowMs: 600_000 };

/** The functions by which visitors move (docs/product/daily.md 28.32). */
const MOVES = /\/rpc\/(?:answer_duel|try_guess)\/?$/;

/** Answers 429, as the database does, to an address whose visitors play too much. */
export function limitGames(
  trustProxy: boolean,
  isVisitor: (request: Request) => Promise<boolean>,
  rate: Rate = GAME_RATE,
  now?: () => number,
): MiddlewareHandler<HttpEnv> {
  const count = callerWindows(rate, now);
  return async (c, next) => {
    if (!isMove(c.req.path) || !(await isVisitor(c.req.raw))) return next();
    const seconds = count(networkOf(clientAddress(c.req.raw.headers, c.env, trustProxy)));
    if (seconds === undefined) return next();
    const refusal = {
      code: "PT429",
      message: "daily_moves_too_many",
      details: null,
      hint: `Retry after ${seconds} seconds.`,
    };
    return c.json(refusal, 429, { "Retry-After": String(seconds), "Cache-Control": "no-store" });
  };
}

/** The backend reads escapes too. */
function isMove(path: string): boolean {
  try {
    return MOVES.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
