import { afterEach, beforeEach, expect, test, vi } from "vitest";

import {
  type PostponedAction,
  postponeAction,
  postponedReport,
  takePostponedAction,
} from "./postponed-action.ts";

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

test("a report is known before it is taken, by the page where it was pressed", () => {
  const target = { type: "comment", id: "c" } as const;
  postponeAction({ kind: "report", target }, "/en/jersey/x");
  expect(postponedReport("/en")).toBeUndefined();
  expect(postponedReport("/en/jersey/x")).toEqual(target);
  expect(takePostponedAction("/en/jersey/x")).toEqual({ kind: "report", target });
  expect(postponedReport("/en/jersey/x")).toBeUndefined();
  postponeAction(UP, "/trends");
  expect(postponedReport("/trends")).toBeUndefined();
});

test("without storage nothing is postponed", () => {
  vi.stubGlobal("localStorage", undefined);
  postponeAction(UP, "/trends");
  expect(takePostponedAction("/trends")).toBeUndefined();
});
