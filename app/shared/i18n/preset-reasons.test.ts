import { expect, test } from "vitest";

import { noteInWords, PRESET_REASONS, reasonInWords } from "./preset-reasons.ts";

test.each([
  ["This is not a jersey.", "Ce n’est pas un maillot."],
  [
    "As fotos mostram a mesma camisa. Vistas de perto.",
    "Les photos montrent le même maillot. Vistas de perto.",
  ],
  ["Mots à soi : This is not a jersey.", "Mots à soi : This is not a jersey."],
  ["This is not", "This is not"],
  ["", ""],
])("%j is read in French as %j", (stored, shown) => {
  expect(reasonInWords(stored, "fr")).toBe(shown);
});

test("no reason begins with the words of another", () => {
  const all = Object.values(PRESET_REASONS).flatMap((reasons) => Object.values(reasons));
  for (const words of all) expect(all.filter((other) => other.startsWith(words))).toEqual([words]);
});

const CHOSEN = "This is not a jersey.";
const TRANSLATED = "Ce n’est pas un maillot.";

test("only merges, removals and undoings have translated reasons", () => {
  for (const kind of ["merge", "removal", "undo"]) {
    expect(noteInWords(kind, CHOSEN, "fr")).toBe(TRANSLATED);
  }
  for (const kind of ["approved", "edit", "suggestion", "trusted", "correction", "photo"]) {
    expect(noteInWords(kind, CHOSEN, "fr")).toBe(CHOSEN);
  }
});

test("only notices of merges, removals and their undoing have translated notes", () => {
  for (const outcome of ["merged", "taken_down", "brought_back", "undone"]) {
    expect(noteInWords(outcome, CHOSEN, "fr")).toBe(TRANSLATED);
  }
  for (const outcome of ["rejected", "reverted", "suggestion_refused"]) {
    expect(noteInWords(outcome, CHOSEN, "fr")).toBe(CHOSEN);
  }
});
