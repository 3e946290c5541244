import { useSyncExternalStore } from "react";
import { isRouteErrorResponse } from "react-router";

/** Without a time from the server: the longest that anybody waits, in seconds. */
const LONGEST = 60;

let waiting: number | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` when a wait begins or ends. @returns a function that stops that */
export function onWait(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How long the server wants the page to wait, in seconds; undefined while it doesn't wait. */
export const waitSeconds = (): number | undefined => waiting;

/** `waitSeconds`, as state. */
export function useWait(): number | undefined {
  return useSyncExternalStore(onWait, waitSeconds, () => undefined);
}

/**
 * The seconds of a refusal because someone has filtered too often; undefined for any other error
 * (server/http/filter-rate.ts).
 */
export function secondsOf(error: unknown): number | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 429) return undefined;
  return Number(error.data) || LONGEST;
}

/**
 * Reads the page, and again after each wait that the server asks for. Meanwhile the page stays as it was and tells of the
 * wait (`useWait`). Where no page of the catalogue is shown that could tell, the refusal is thrown.
 */
export async function readWaiting<Data>(
  read: () => Promise<Data>,
  signal: AbortSignal,
): Promise<Data> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const seconds = secondsOf(error);
      if (seconds === undefined || listeners.size === 0) throw error;
      await wait(seconds, signal);
    }
  }
}

/** @throws the signal's reason: another page was chosen meanwhile */
async function wait(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  publish(seconds);
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, seconds * 1_000);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  publish(undefined);
  signal.throwIfAborted();
}

function publish(seconds: number | undefined): void {
  waiting = seconds;
  for (const listener of listeners) listener();
}
