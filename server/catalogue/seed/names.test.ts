import { join } from "node:path";
import { expect, test } from "vitest";

import { fold } from "../../../app/shared/domain/slug.ts";
import { CITIES, SHORT_NAMES } from "../../../app/shared/i18n/places.ts";
import { readCatalogue } from "./catalogue.ts";

const { teams } = await readCatalogue(join(import.meta.dirname, "../../../supabase/seed"));

test("a short name is a code, part of the team's name, or known in all languages", () => {
  const isCode = (name: string) => name === name.toUpperCase();
  const isPart = (name: string, whole: string) => fold(whole).includes(fold(name));
  // Abbreviated, but the same in every language.
  const others = ["Union SG", "Vitória de Guimarães"];
  // What everybody calls the club.
  const nicknames = ["Boro", "Chivas", "Hearts", "Hibs", "Pompey", "Xolos"];
  const unknown = teams
    .filter(({ name, short_name: short }) => short && !isCode(short) && !isPart(short, name))
    .map(({ short_name: short }) => short!)
    .filter(
      (short) => !Object.hasOwn(SHORT_NAMES, short) && ![...others, ...nicknames].includes(short),
    );
  expect(unknown).toEqual([]);
});

test("a city is stored under the name by which the table of exonyms knows it", () => {
  const exonyms = new Map(
    Object.entries(CITIES).flatMap(([local, names]) =>
      Object.values(names).map((exonym) => [exonym, local] as const),
    ),
  );
  const wrong = teams.flatMap(({ slug, city, country }) => {
    // Valencia in Venezuela has no other name.
    if (country === "VE") return [];
    const local = city && !Object.hasOwn(CITIES, city) && exonyms.get(city);
    return local ? [`${slug}: ${city}, not ${local}`] : [];
  });
  expect(wrong).toEqual([]);
});
