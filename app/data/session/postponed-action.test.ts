import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { type PostponedAction, postponeAction, takePostponedAction } from "./postponed-action.ts";

const UP: PostponedAction = { kind: "vote", jerseyId: "j", vote: "up" };

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an action is taken once, on the page where it was pressed", () => {
  postponeAction(UP, "/trends?x#y");
  expect(takePostponedAction("/trends?x#y")).toEqual(UP);
  expect(takePostponedAction("/trends?x#y")).toBeUndefined();
});

test("an action is dropped when the visitor returns elsewhere, or after an hour", () => {
  postponeAction(UP, "/trends");
  expect(takePostponedAction("/")).toBeUndefined();
  expect(takePostponedAction("/trends")).toBeUndefined();
  postponeAction(UP, "/trends");
  vi.advanceTimersByTime(60 * 60 * 1000);
  expect(takePostponedAction("/trends")).toBeUndefined();
});

test("without storage nothing is postponed", () => {
  vi.stubGlobal("localStorage", undefined);
  postponeAction(UP, "/trends");
  expect(takePostponedAction("/trends")).toBeUndefined();
});
