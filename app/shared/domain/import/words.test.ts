import { expect, test } from "vitest";

import { LANGUAGES } from "../../i18n/languages.ts";
import { COLORS } from "../colors.ts";
import { colorOf, jerseyValueOf } from "./words.ts";
import fr from "../../messages/fr/common.json" with { type: "json" };
import en from "../../messages/en/common.json" with { type: "json" };
import es from "../../messages/es/common.json" with { type: "json" };
import pt from "../../messages/pt/common.json" with { type: "json" };

const NAMES = { fr: fr.color, en: en.color, es: es.color, pt: pt.color };

test.each(LANGUAGES)("an imported list may call a colour as the site does in %s", (lang) => {
  expect(COLORS.map((color) => colorOf(NAMES[lang][color]))).toEqual(COLORS);
});

test.each([
  ["brun", "brown"],
  ["castanho", "brown"],
  ["aqua", "teal"],
  ["maroon", "burgundy"],
])("%s is %s", (word, color) => expect(colorOf(word)).toBe(color));

test.each([
  ["1ª equipación", "home"],
  ["2ª equipación", "away"],
  ["Tercera equipación", "third"],
  ["Camisa I", "home"],
  ["Camisa II", "away"],
  ["camisa 3", "third"],
  ["Uniforme 2", "away"],
  ["Aquecimento", "prematch"],
  ["Maillot domicile", "home"],
  ["Home kit", "home"],
])("a kit called %s is %s", (word, kit) => expect(jerseyValueOf("kit_type", word)).toBe(kit));
