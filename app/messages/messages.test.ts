import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";

import { LANGUAGES } from "../shared/i18n/languages.ts";

type Texts = Record<string, string>;

/** Plural forms differ by language: `count_one` and `count_other` are forms of one text. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

const APP = join(import.meta.dirname, "..");

/** The French file of each namespace, in its room; the other languages have theirs beside it. */
const files = globSync("*/messages/fr/*.json", { cwd: APP });

const nameOf = (file: string) => basename(file, ".json");

function texts(lang: string, file: string): Texts {
  const path = join(APP, file.replace("/messages/fr/", `/messages/${lang}/`));
  return flatten(JSON.parse(readFileSync(path, "utf8")));
}

function flatten(value: object, prefix = ""): Texts {
  const entries = Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string"
      ? [[prefix + key, inner] as const]
      : Object.entries(flatten(inner as object, `${prefix}${key}.`)),
  );
  return Object.fromEntries(entries);
}

function keys(all: Texts): string[] {
  return [...new Set(Object.keys(all).map((key) => key.replace(PLURAL, "")))].sort();
}

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\{[^}]+\}\}|<\/?\w+>/g))].sort();
}

test("no two rooms have texts of the same name", () => {
  const names = files.map(nameOf);
  expect(names).toEqual([...new Set(names)]);
});

describe.each(files.map((file) => [nameOf(file), file] as const))("%s", (_, file) => {
  const french = texts("fr", file);

  test.each(LANGUAGES)("%s has exactly the expected texts", (lang) => {
    expect(keys(texts(lang, file))).toEqual(keys(french));
  });

  test.each(LANGUAGES)("%s has no empty text, and the same placeholders as the others", (lang) => {
    for (const [key, text] of Object.entries(texts(lang, file))) {
      expect(text.trim(), key).not.toBe("");
      // A singular may spell out its number, so plural forms may leave `count` out.
      const expected = french[key] ?? french[key.replace(PLURAL, "_other")] ?? text;
      const optional = (name: string) => PLURAL.test(key) && name === "{{count, number}}";
      const needed = placeholders(expected).filter((name) => !optional(name));
      expect(
        placeholders(text).filter((name) => !optional(name)),
        key,
      ).toEqual(needed);
    }
  });

  test.each(LANGUAGES)("%s has the plural forms of its language, and only those", (lang) => {
    const all = texts(lang, file);
    const categories = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    // Whole millions (`many`) take the form `other` (translator.ts).
    const forms = categories.filter((form) => form !== "many").toSorted();
    for (const key of Object.keys(all).filter((name) => name.endsWith("_other"))) {
      const base = key.slice(0, -"other".length);
      const known = Object.keys(all).filter(
        (name) => name.startsWith(base) && PLURAL.test(name) && !name.endsWith("_zero"),
      );
      expect(known.map((name) => name.slice(base.length)).toSorted(), key).toEqual(forms);
    }
  });

  test.each(LANGUAGES)("%s groups the digits of every count", (lang) => {
    for (const [key, text] of Object.entries(texts(lang, file))) {
      expect(text, key).not.toContain("{{count}}");
    }
  });

  test.each(LANGUAGES.filter((lang) => lang !== "fr"))("%s holds no French", (lang) => {
    // Whole words that exist in French and in none of the other three languages.
    const words =
      /(?<![\p{L}’'-])(vous|votre|vos|les|des|une|aux|avec|dans|être|est|cette|ce|maillots?|équipes?|aucune?|erreur|connectez|ajouter|retour)(?![\p{L}’'-])/iu;
    for (const [key, text] of Object.entries(texts(lang, file))) {
      const match = words.exec(text)?.[1]?.toLowerCase();
      const shared = lang === "es" || lang === "pt" ? ["des", "est", "les", "ce"] : ["des"];
      expect(match && !shared.includes(match) ? `${key}: ${text}` : "", key).toBe("");
    }
  });
});
