import { expect, test } from "vitest";

import { jerseyValueOf } from "./import/words.ts";
import { inKitOrder, isInSet, KIT_TYPES } from "./kit-types.ts";

test("home comes before away, and an unknown kit type last", () => {
  const kits = ([null, "third", "away", "home"] as const).map((kit_type) => ({ kit_type }));
  expect(inKitOrder(kits).map(({ kit_type }) => kit_type)).toEqual(["home", "away", "third", null]);
});

test("a set is what every team has, and what nobody has named; the others are beside it", () => {
  expect([...KIT_TYPES, null].filter(isInSet)).toEqual(["home", "away", "third", "other", null]);
});

test.each([
  ["fourth", ["Quatrième", "Fourth", "cuarta", "Quarta", "4th"]],
  ["goalkeeper", ["Gardien de but", "GK", "Portero", "Goleiro", "Goalkeeper"]],
  ["prematch", ["Avant-match", "pre match", "Prepartido", "Pré-jogo"]],
  ["anniversary", ["Anniversaire", "Anniversary", "Aniversário", "Comemorativa"]],
  ["third", ["Third", "3", "Troisième"]],
] as const)("a list's words for %s mean it in four languages", (kit, words) => {
  for (const word of words) expect(jerseyValueOf("kit_type", word), word).toBe(kit);
});
