import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { LANGUAGES } from "../i18n/languages.ts";

type Texts = Record<string, string>;

/** Plural forms differ by language: `count_one` and `count_many` are forms of one text. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

const namespaces = readdirSync(join(import.meta.dirname, "fr"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));

function texts(lang: string, namespace: string): Texts {
  const file = join(import.meta.dirname, lang, `${namespace}.json`);
  return flatten(JSON.parse(readFileSync(file, "utf8")));
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

describe.each(namespaces)("%s", (namespace) => {
  const french = texts("fr", namespace);

  test.each(LANGUAGES)("%s has exactly the expected texts", (lang) => {
    expect(keys(texts(lang, namespace))).toEqual(keys(french));
  });

  test.each(LANGUAGES)("%s has no empty text, and the same placeholders as the others", (lang) => {
    for (const [key, text] of Object.entries(texts(lang, namespace))) {
      expect(text.trim(), key).not.toBe("");
      // A singular may spell out its number, so plural forms may leave `count` out.
      const expected = french[key] ?? french[key.replace(PLURAL, "_other")] ?? text;
      const optional = (name: string) => PLURAL.test(key) && name === "{{count}}";
      const needed = placeholders(expected).filter((name) => !optional(name));
      expect(
        placeholders(text).filter((name) => !optional(name)),
        key,
      ).toEqual(needed);
    }
  });

  test.each(LANGUAGES.filter((lang) => lang !== "fr"))("%s holds no French", (lang) => {
    // Whole words that exist in French and in none of the other three languages.
    const words =
      /(?<![\p{L}’'-])(vous|votre|vos|les|des|une|aux|avec|dans|être|est|cette|ce|maillots?|équipes?|aucune?|erreur|connectez|ajouter|retour)(?![\p{L}’'-])/iu;
    for (const [key, text] of Object.entries(texts(lang, namespace))) {
      const match = words.exec(text)?.[1]?.toLowerCase();
      const shared = lang === "es" || lang === "pt" ? ["des", "est", "les", "ce"] : ["des"];
      expect(match && !shared.includes(match) ? `${key}: ${text}` : "", key).toBe("");
    }
  });
});
