import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { clearDrafts, tabDraft } from "./tab-draft.ts";

let stored: Record<string, string>;

beforeEach(() => {
  stored = {};
  // A storage lists its keys as its own properties.
  const storage = new Proxy(stored, {
    get: (target, name: string) => {
      if (name === "getItem") return (key: string) => target[key] ?? null;
      if (name === "setItem") return (key: string, value: string) => (target[key] = value);
      if (name === "removeItem") return (key: string) => delete target[key];
      return undefined;
    },
  });
  vi.stubGlobal("sessionStorage", storage);
});
afterEach(() => vi.unstubAllGlobals());

const edit = tabDraft<{ title: string }>("edit");

test("keeps what was typed, by what it is about", () => {
  edit.store("me", { title: "Rétro" });
  expect(edit.read("me")).toEqual({ title: "Rétro" });
  expect(edit.read("you")).toBeUndefined();
  expect(tabDraft("copy").read("me")).toBeUndefined();
  edit.remove("me");
  expect(edit.read("me")).toBeUndefined();
});

test("finds what pages before this version have stored", () => {
  stored["maillotheque.kept.edit.me"] = '{"title":"Rétro"}';
  stored["maillotheque.kept.sign-up"] = '{"email":"lou@example.test"}';
  expect(edit.read("me")).toEqual({ title: "Rétro" });
  expect(tabDraft("sign-up").read("")).toEqual({ email: "lou@example.test" });
});

test("forgets drafts at sign-out, and nothing else", () => {
  edit.store("me", { title: "Rétro" });
  tabDraft("comment").store("me.1", "Beau");
  stored["other"] = "stays";
  clearDrafts();
  expect(stored).toEqual({ other: "stays" });
});

test("does without storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  edit.store("me", { title: "Rétro" });
  edit.remove("me");
  expect(edit.read("me")).toBeUndefined();
  expect(() => clearDrafts()).not.toThrow();
});

test("ignores an entry that isn't ours", () => {
  stored["maillotheque.kept.edit.me"] = "{";
  expect(edit.read("me")).toBeUndefined();
});
