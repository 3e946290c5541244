import { expect, test } from "vitest";

import { COUNTRY_CODES, NATION_CODES } from "../domain/country-codes.ts";
import { countryName } from "./countries.ts";
import { type InEachLanguage, LANGUAGES } from "./languages.ts";

const inAll = (code: string) => LANGUAGES.map((lang) => countryName(code, lang));

test.each<[code: string, names: InEachLanguage<string>]>([
  ["BR", ["Brésil", "Brazil", "Brasil", "Brasil"]],
  ["CD", ["RD Congo", "DR Congo", "RD del Congo", "RD Congo"]],
  ["CI", ["Côte d’Ivoire", "Côte d’Ivoire", "Costa de Marfil", "Costa do Marfim"]],
  [
    "BA",
    [
      "Bosnie-Herzégovine",
      "Bosnia and Herzegovina",
      "Bosnia y Herzegovina",
      "Bósnia e Herzegovina",
    ],
  ],
  ["HK", ["Hong Kong", "Hong Kong", "Hong Kong", "Hong Kong"]],
  ["GB-SCT", ["Écosse", "Scotland", "Escocia", "Escócia"]],
])("names %s as its readers do", (code, names) => {
  expect(inAll(code)).toEqual(names);
});

test("has a name for every country, without a sign that only stands in tables", () => {
  for (const code of [...COUNTRY_CODES, ...NATION_CODES]) {
    for (const name of inAll(code)) expect(name).not.toMatch(/&| - |^[A-Z-]{2,}$/);
  }
});

test("leaves a text as it was typed", () => {
  expect(inAll("Yougoslavie")).toEqual(LANGUAGES.map(() => "Yougoslavie"));
  expect(countryName(null, "fr")).toBeNull();
  expect(countryName("constructor", "fr")).toBe("constructor");
});
