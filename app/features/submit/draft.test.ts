import { describe, expect, test } from "vitest";

import { loadDraft, saveDraft } from "./draft.ts";
import { EMPTY_FORM } from "./rules.ts";

function memory(entries: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(entries));
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (n) => [...items.keys()][n] ?? null,
    get length() {
      return items.size;
    },
  };
}

const DRAFT = {
  form: { ...EMPTY_FORM, title: "Rétro" },
  traces: { jersey: { id: "j", paths: [] } },
};

describe("drafts", () => {
  test("come back as they were, to their member only", () => {
    const storage = memory();
    saveDraft(storage, "me", DRAFT);
    expect(loadDraft(storage, "me")).toEqual(DRAFT);
    expect(loadDraft(storage, "you")).toBeUndefined();
  });

  test("an empty one is removed, unless something is left to clear away", () => {
    const storage = memory();
    saveDraft(storage, "me", DRAFT);
    saveDraft(storage, "me", { form: EMPTY_FORM, traces: DRAFT.traces });
    expect(storage.length).toBe(1);
    saveDraft(storage, "me", { form: EMPTY_FORM, traces: {} });
    expect(storage.length).toBe(0);
  });

  test.each([["{"], ["null"], ["[]"], ['"x"'], ['{"form":3}']])("rubbish: %s", (stored) => {
    expect(loadDraft(memory({ "maillotheque.draft.me": stored }), "me")).toBeUndefined();
  });

  test("fields of another version are left out", () => {
    const stored = JSON.stringify({ form: { title: "A", colour: "red", year: 1998 } });
    expect(loadDraft(memory({ "maillotheque.draft.me": stored }), "me")).toEqual({
      form: { ...EMPTY_FORM, title: "A" },
      traces: {},
    });
  });

  test("forbidden storage is no error", () => {
    const forbidden = new Proxy(memory(), {
      get: () => () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(loadDraft(forbidden, "me")).toBeUndefined();
    expect(() => saveDraft(forbidden, "me", DRAFT)).not.toThrow();
  });
});
