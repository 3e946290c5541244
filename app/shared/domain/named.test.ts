import { expect, test } from "vitest";

import { colorsNamed, isNamed } from "./named.ts";

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
  ["la verde", ["Bolivia", "La Verde"], true],
  ["camiseta verde", ["Bolivia", "La Verde"], false],
  ["green shirt", ["Greens"], false],
  ["maillot des bleus", ["France", "Les Bleus"], true],
  ["blues shirt", ["Chelsea", "The Blues"], true],
])("%j names %j: %s", (query, names, expected) => {
  expect(isNamed(names, query)).toBe(expected);
});

test.each([
  ["maillot vert", ["green"]],
  ["camiseta verde", ["green"]],
  ["green", ["green"]],
  ["bleu", ["sky", "blue"]],
  ["rouge et blanc", ["white", "red"]],
  ["vert red star", []],
  ["maillot", []],
  ["", []],
])("%j names the colours %j and nothing else", (text, expected) => {
  expect(colorsNamed(text)).toEqual(expected);
});
