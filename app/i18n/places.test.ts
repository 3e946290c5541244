import { expect, test } from "vitest";

import { LANGUAGES } from "./languages.ts";
import { cityName, shortName } from "./places.ts";

test.each([
  ["München", ["Munich", "Munich", "Múnich", "Munique"]],
  ["London", ["Londres", "London", "Londres", "Londres"]],
  ["Athens", ["Athènes", "Athens", "Atenas", "Atenas"]],
  ["Moscow", ["Moscou", "Moscow", "Moscú", "Moscou"]],
  ["Lens", ["Lens", "Lens", "Lens", "Lens"]],
  ["constructor", ["constructor", "constructor", "constructor", "constructor"]],
])("%s has the exonym of the reader's language where there is one", (city, names) => {
  expect(LANGUAGES.map((lang) => cityName(city, lang))).toEqual(names);
});

test.each([
  ["Étoile rouge", ["Étoile rouge", "Red Star", "Estrella Roja", "Estrela Vermelha"]],
  ["Mayence", ["Mayence", "Mainz", "Maguncia", "Mainz"]],
  ["Francfort", ["Francfort", "Frankfurt", "Fráncfort", "Frankfurt"]],
  ["PSG", ["PSG", "PSG", "PSG", "PSG"]],
])("the short name %s is no French one elsewhere", (short, names) => {
  expect(LANGUAGES.map((lang) => shortName(short, lang))).toEqual(names);
});

test("no city and no short name stay none", () => {
  expect([cityName(null, "fr"), shortName(null, "fr")]).toEqual([null, null]);
});
