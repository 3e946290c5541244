import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { forgetBegunFlow, hasBegunFlow, noteBegunFlow } from "./begun-flow.ts";

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a flow counts for its own address, for an hour, until it is used", () => {
  expect(hasBegunFlow("zoe@example.org")).toBe(false);
  expect(hasBegunFlow(undefined)).toBe(false);
  noteBegunFlow(" Zoe@Example.org ");
  expect(hasBegunFlow("zoe@example.org")).toBe(true);
  expect(hasBegunFlow("stranger@example.org")).toBe(false);
  expect(hasBegunFlow(undefined)).toBe(false);
  vi.advanceTimersByTime(59 * 60 * 1000);
  expect(hasBegunFlow("zoe@example.org")).toBe(true);
  vi.advanceTimersByTime(60 * 1000);
  expect(hasBegunFlow("zoe@example.org")).toBe(false);
  noteBegunFlow("zoe@example.org");
  forgetBegunFlow();
  expect(hasBegunFlow("zoe@example.org")).toBe(false);
});

test("without storage nothing has begun", () => {
  vi.stubGlobal("localStorage", undefined);
  noteBegunFlow("zoe@example.org");
  forgetBegunFlow();
  expect(hasBegunFlow("zoe@example.org")).toBe(false);
});
