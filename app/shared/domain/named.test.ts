import { expect, test } from "vitest";

import { isNamed } from "./named.ts";

test.each([
  ["real madrid", ["Real Madrid"], true],
  ["maillot du real madrid", ["Real Madrid"], true],
  ["om", ["Olympique de Marseille", "OM"], true],
  ["marseille", ["Olympique de Marseille", null], true],
  ["real", ["Villarreal CF"], false],
  ["om lyon", ["Olympique de Marseille", "OM"], false],
  ["rouge", ["Stade rennais", "Rouge et Noir"], false],
  ["les bleus", ["France", "Les Bleus"], true],
  ["red star", ["Red Star FC"], true],
])("%j names %j: %s", (query, names, expected) => {
  expect(isNamed(names, query)).toBe(expected);
});
