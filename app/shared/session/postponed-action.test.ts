import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Shelf } from "../domain/shelf.ts";
import {
  type PostponedAction,
  postponeAction,
  postponedActions,
  postponedReport,
  takePostponedActions,
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
  expect(takePostponedActions("/trends?x#y")).toEqual([UP]);
  expect(takePostponedActions("/trends?x#y")).toEqual([]);
});

test("an action is dropped when the visitor returns elsewhere, or after an hour", () => {
  postponeAction(UP, "/trends");
  expect(takePostponedActions("/")).toEqual([]);
  expect(takePostponedActions("/trends")).toEqual([]);
  postponeAction(UP, "/trends");
  vi.advanceTimersByTime(60 * 60 * 1000);
  expect(takePostponedActions("/trends")).toEqual([]);
});

test("what was pressed on other pages is done too, on one target only the last press", () => {
  const shelf = (jerseyId: string, on: Shelf): PostponedAction => ({
    kind: "shelf",
    jerseyId,
    title: jerseyId,
    shelf: on,
  });
  postponeAction(UP, "/jersey/j");
  postponeAction(shelf("j", "collection"), "/jersey/j");
  postponeAction({ ...UP, vote: "down" }, "/jersey/j");
  postponeAction({ kind: "report", target: { type: "jersey", id: "j" } }, "/jersey/j");
  postponeAction(shelf("k", "wishlist"), "/catalogue");
  const all = [shelf("j", "collection"), { ...UP, vote: "down" }, shelf("k", "wishlist")];
  expect(postponedActions("/catalogue")).toEqual(all);
  expect(postponedActions("/jersey/j")).toEqual([]);
  expect(takePostponedActions("/catalogue")).toEqual(all);
});

test("at most twenty are stored, each for an hour", () => {
  const all = Array.from({ length: 22 }, (_, n) => ({ ...UP, jerseyId: String(n) }));
  for (const action of all) postponeAction(action, "/");
  expect(postponedActions("/")).toEqual(all.slice(2));
  vi.advanceTimersByTime(59 * 60 * 1000);
  postponeAction(UP, "/");
  vi.advanceTimersByTime(60 * 1000);
  expect(postponedActions("/")).toEqual([UP]);
});

test("a report is known before it is taken, by the page where it was pressed", () => {
  const target = { type: "comment", id: "c" } as const;
  postponeAction({ kind: "report", target }, "/en/jersey/x");
  expect(postponedReport("/en")).toBeUndefined();
  expect(postponedReport("/en/jersey/x")).toEqual(target);
  expect(takePostponedActions("/en/jersey/x")).toEqual([{ kind: "report", target }]);
  expect(postponedReport("/en/jersey/x")).toBeUndefined();
  postponeAction(UP, "/trends");
  expect(postponedReport("/trends")).toBeUndefined();
});

test("without storage nothing is postponed", () => {
  vi.stubGlobal("localStorage", undefined);
  postponeAction(UP, "/trends");
  expect(takePostponedActions("/trends")).toEqual([]);
});
