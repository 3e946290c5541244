import type { MiddlewareHandler } from "hono";
import { setTimeout as pause } from "node:timers/promises";

/** Longer than the work for an account takes on a machine that is not busy. */
export const STEP_MS = 100;

/**
 * Sends an answer after a whole number of steps, so that its time doesn't tell whether there was an
 * account to work for.
 */
export const inEqualTime: MiddlewareHandler = async (_, next) => {
  const started = performance.now();
  await next();
  await pause(STEP_MS - ((performance.now() - started) % STEP_MS));
};
