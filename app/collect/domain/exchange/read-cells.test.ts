import { expect, test } from "vitest";

import { LANGUAGES } from "../../../shared/i18n/languages.ts";
import { CONDITIONS, SIZE_SCALES, VERSIONS } from "../copies/copy-details.ts";
import { valueOf } from "./read-cells.ts";
import fr from "../../messages/fr/copies.json" with { type: "json" };
import en from "../../messages/en/copies.json" with { type: "json" };
import es from "../../messages/es/copies.json" with { type: "json" };
import pt from "../../messages/pt/copies.json" with { type: "json" };

const TEXTS = { fr, en, es, pt };

test.each(LANGUAGES)("an imported list may describe a copy as the site does in %s", (lang) => {
  const { condition, size_scale, version } = TEXTS[lang];
  expect(CONDITIONS.map((value) => valueOf("condition", condition[value]))).toEqual(CONDITIONS);
  expect(SIZE_SCALES.map((value) => valueOf("size_scale", size_scale[value]))).toEqual(SIZE_SCALES);
  expect(VERSIONS.map((value) => valueOf("version", version[value]))).toEqual(VERSIONS);
});

test("a state is read as shops mean it, and a word that fits two states isn't guessed", () => {
  const read = (words: string) => words.split(", ").map((word) => valueOf("condition", word));
  const worn = "Satisfaisant, État satisfaisant, Acceptable, Fair, En condiciones aceptables, Usé";
  expect(new Set(read(worn))).toEqual(new Set(["worn"]));
  const open =
    "Moyen, État moyen, correct, État correct, usagé, used, average, usado, usada, regular, médio";
  expect(new Set(read(open))).toEqual(new Set([undefined]));
});
