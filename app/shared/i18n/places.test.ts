import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { type InEachLanguage, LANGUAGES } from "./languages.ts";
import { CITIES, cityName, shortName } from "./places.ts";

test.each<[city: string, country: string | null, names: InEachLanguage<string>]>([
  ["München", "DE", ["Munich", "Munich", "Múnich", "Munique"]],
  ["London", "GB-ENG", ["Londres", "London", "Londres", "Londres"]],
  ["Athens", "GR", ["Athènes", "Athens", "Atenas", "Atenas"]],
  ["Moscow", "RU", ["Moscou", "Moscow", "Moscú", "Moscou"]],
  ["Lens", "FR", ["Lens", "Lens", "Lens", "Lens"]],
  ["Bakı", "AZ", ["Bakou", "Baku", "Bakú", "Baku"]],
  ["Vila-real", "ES", ["Villarreal", "Villarreal", "Villarreal", "Villarreal"]],
  ["Madrid", "ES", ["Madrid", "Madrid", "Madrid", "Madri"]],
  ["Nijmegen", "NL", ["Nimègue", "Nijmegen", "Nimega", "Nijmegen"]],
  ["Córdoba", "ES", ["Cordoue", "Córdoba", "Córdoba", "Córdoba"]],
  ["Córdoba", "AR", ["Córdoba", "Córdoba", "Córdoba", "Córdoba"]],
  ["constructor", null, ["constructor", "constructor", "constructor", "constructor"]],
])("%s (%s) has the exonym of the reader's language where there is one", (city, country, names) => {
  expect(LANGUAGES.map((lang) => cityName({ city, country }, lang))).toEqual(names);
});

const places = readFileSync(join(import.meta.dirname, "../../../supabase/seed/teams.csv"), "utf8")
  .split("\n")
  .slice(1)
  .map((line) => line.split(","))
  .map(([, , , city, country]) => ({ city: city ?? "", country: country ?? "" }));

test("a city of the catalogue in letters that are foreign to the languages of the site has an exonym", () => {
  const foreign = LANGUAGES.flatMap((lang) =>
    places
      .map((place) => cityName(place, lang) ?? "")
      .filter((name) => /[\u0100-\uffff]/.test(name.replaceAll("’", ""))),
  );
  expect(foreign).toEqual([]);
});

test("every exonym is of a city that has another name in that language", () => {
  for (const [stored, names] of Object.entries(CITIES)) {
    const [city] = stored.split(", ");
    expect(Object.values(names), stored).not.toContain(city);
  }
});

test.each<[short: string, names: InEachLanguage<string>]>([
  ["Étoile rouge", ["Étoile rouge", "Red Star", "Estrella Roja", "Estrela Vermelha"]],
  ["Mayence", ["Mayence", "Mainz", "Mainz", "Mainz"]],
  ["Francfort", ["Francfort", "Frankfurt", "Fráncfort", "Frankfurt"]],
  ["PSG", ["PSG", "PSG", "PSG", "PSG"]],
])("the short name %s is no French one elsewhere", (short, names) => {
  expect(LANGUAGES.map((lang) => shortName(short, lang))).toEqual(names);
});

test("no city and no short name stay none", () => {
  expect([cityName({ city: null, country: "FR" }, "fr"), shortName(null, "fr")]).toEqual([
    null,
    null,
  ]);
});
