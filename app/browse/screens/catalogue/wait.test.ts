import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { onWait, readWaiting, waitSeconds } from "./wait.ts";

const refusal = (seconds: string) => new ErrorResponse(429, "", seconds);

/** A page that is refused before it is read. */
function refusedFor(...seconds: string[]) {
  return async () => {
    const next = seconds.shift();
    if (next !== undefined) throw refusal(next);
    return "page";
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("waits as long as the server says, tells so, and goes on by itself", async () => {
  const published: (number | undefined)[] = [];
  const stop = onWait(() => published.push(waitSeconds()));
  const page = vi.fn<(read: string) => void>();
  const reading = readWaiting(refusedFor("20", "30"), new AbortController().signal).then(page);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(published).toEqual([20]);
  await vi.advanceTimersByTimeAsync(1);
  expect(published).toEqual([20, undefined, 30]);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(page).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await reading;
  expect(page).toHaveBeenCalledWith("page");
  expect(published).toEqual([20, undefined, 30, undefined]);
  stop();
});

test("another choice ends the wait", async () => {
  const stop = onWait(() => {});
  const navigation = new AbortController();
  const reading = readWaiting(refusedFor("60"), navigation.signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(waitSeconds()).toBe(60);
  navigation.abort(new Error("another page"));
  await expect(reading).rejects.toThrow("another page");
  expect(waitSeconds()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
  stop();
});

test("other errors, and refusals on another screen, are thrown", async () => {
  const { signal } = new AbortController();
  await expect(readWaiting(refusedFor("60"), signal)).rejects.toMatchObject({ status: 429 });
  const stop = onWait(() => {});
  const failing = async () => {
    throw new ErrorResponse(503, "", "60");
  };
  await expect(readWaiting(failing, signal)).rejects.toMatchObject({ status: 503 });
  stop();
});
