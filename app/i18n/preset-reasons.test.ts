import { expect, test } from "vitest";

import { PRESET_REASONS, reasonInWords } from "./preset-reasons.ts";

test.each([
  ["This is not a shirt.", "Ce n’est pas un maillot."],
  [
    "As fotos mostram a mesma camisa. Vistas de perto.",
    "Les photos montrent le même maillot. Vistas de perto.",
  ],
  ["Mots à soi : This is not a shirt.", "Mots à soi : This is not a shirt."],
  ["This is not", "This is not"],
  ["", ""],
])("%j is read in French as %j", (stored, shown) => {
  expect(reasonInWords(stored, "fr")).toBe(shown);
});

test("no reason begins with the words of another", () => {
  const all = Object.values(PRESET_REASONS).flatMap((reasons) => Object.values(reasons));
  for (const words of all) expect(all.filter((other) => other.startsWith(words))).toEqual([words]);
});
