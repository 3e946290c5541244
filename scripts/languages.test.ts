import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { type Language, LANGUAGES } from "../app/shared/i18n/languages.ts";
import { type Color, COLORS } from "../app/shared/domain/colors.ts";
import { guessColumns } from "../app/collect/domain/exchange/columns.ts";
import { type Choice, truthOf, valueOf } from "../app/collect/domain/exchange/read-cells.ts";
import { colorOf } from "../app/shared/domain/import/words.ts";
import { aliasRules } from "../app/shared/domain/rules/catalogue-rules.ts";

// What knows the languages of the site and can't be typed by them: tests/rules/shared/languages.test.ts has the
// same for the database. A new language fails here until each has its words.

/** What the screen calls a value: the namespace and key of its labels. */
const LABELS: Record<Exclude<Choice, "league">, [namespace: string, key: string]> = {
  kit_type: ["common", "kitType"],
  size_scale: ["copies", "size_scale"],
  version: ["copies", "version"],
  condition: ["copies", "condition"],
};

/** Headings and answers as people write them in lists; a new language needs its own. */
const LISTS: Record<Language, { headings: string; yes: string; no: string }> = {
  fr: { headings: "Équipe,Saison,Taille,Marque,État,Prix", yes: "oui", no: "non" },
  en: { headings: "Team,Season,Size,Brand,Condition,Price", yes: "yes", no: "no" },
  es: { headings: "Equipo,Temporada,Talla,Marca,Estado,Precio", yes: "sí", no: "no" },
  pt: { headings: "Time,Temporada,Tamanho,Marca,Estado,Preço", yes: "sim", no: "não" },
};

function labels(lang: Language, [namespace, key]: [string, string]): Record<string, string> {
  const [file = namespace] = globSync(`../app/*/messages/${lang}/${namespace}.json`, {
    cwd: import.meta.dirname,
  });
  return JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8"))[key];
}

describe.each(LANGUAGES)("a list in %s", (lang) => {
  test.each(Object.entries(LABELS))("says %s as the screen does", (choice, where) => {
    for (const [value, label] of Object.entries(labels(lang, where))) {
      expect([label, valueOf(choice as Choice, label)]).toEqual([label, value]);
    }
  });

  test("says colours as the screen does", () => {
    const named = labels(lang, ["common", "color"]) as Record<Color, string>;
    expect(COLORS.map((color) => colorOf(named[color]))).toEqual(COLORS);
  });

  test("has headings and answers of its own", () => {
    const { headings, yes, no } = LISTS[lang];
    expect(guessColumns(headings.split(","))).toEqual([
      "team",
      "season",
      "size",
      "brand",
      "condition",
      "price",
    ]);
    expect([truthOf(yes), truthOf(no)]).toEqual([true, false]);
  });
});

test("the service worker has an offline page in each language", () => {
  const worker = readFileSync(join(import.meta.dirname, "../public/sw.js"), "utf8");
  const [, list = ""] = /^const LANGUAGES = (\[.*\]);$/m.exec(worker) ?? [];
  expect(JSON.parse(list)).toEqual(LANGUAGES);
});

test("an alias of a team may be in each language, or in none", () => {
  const aliases = LANGUAGES.map((language) => ({ alias: `Les Verts ${language}`, language }));
  expect(aliasRules.parse(aliases)).toMatchObject(aliases);
});
