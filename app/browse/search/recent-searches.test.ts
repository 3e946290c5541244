import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("lists the newest six searches, each once", () => {
  for (const query of ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "B2"]) rememberSearch(query);
  expect(recentSearches()).toEqual(["B2", "g7", "f6", "e5", "d4", "c3"]);
});

test("forgets one, or all, and leaves nothing behind", () => {
  rememberSearch("om");
  rememberSearch("asse");
  forgetSearch("om");
  expect(recentSearches()).toEqual(["asse"]);
  forgetSearches();
  expect(stored.size).toBe(0);
});

test.each(["{", '{"a":1}', "[1, null]"])("reads nothing from %s", (text) => {
  stored.set("maillotheque.searches", text);
  expect(recentSearches()).toEqual([]);
});

test("works without storage", () => {
  vi.stubGlobal("localStorage", undefined);
  rememberSearch("om");
  expect(recentSearches()).toEqual([]);
});
