import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type Language, LANGUAGES } from "../app/shared/i18n/languages.ts";
import { shownTexts } from "../tests/support/shown-texts.ts";

/** Messages whose wording is fixed. */
const FIXED = new Set([
  "Maillot soumis\u00a0! Il sera visible après validation.",
  "Erreur lors de l'ajout à la collection",
  "Erreur lors de l'ajout à la wishlist",
  "Erreur lors de l'inscription",
  "Erreur lors de la suppression de l'image",
  "Veuillez sélectionner ou saisir un nom d'équipe",
]);

const PLACEHOLDER = /\{\{.*?\}\}|\{\w+\}|<.*?>/g;

/** The texts that are ours to word, without what is filled in. */
const own = (lang: Language) =>
  shownTexts(lang)
    .filter(({ text }) => !FIXED.has(text))
    .map(({ key, text }) => ({ key, text: text.replaceAll(PLACEHOLDER, "") }));
const where = (texts: { key: string; text: string }[]) =>
  texts.map(({ key, text }) => `${key}: ${text}`);

/** The words that the glossary replaces on the screen, by language. */
function replacedWords(): Record<Language, string[]> {
  const glossary = readFileSync(join(import.meta.dirname, "../docs/glossary.md"), "utf8");
  const section = glossary.split("\n## One word for one thing, on the screen\n")[1] ?? "";
  const words = Object.fromEntries(LANGUAGES.map((lang) => [lang, [] as string[]])) as Record<
    Language,
    string[]
  >;
  for (const line of section.split("\n").filter((row) => /^\| (?!for |---)/.test(row))) {
    for (const part of line.split("|").at(-2)!.split(";")) {
      const [lang, list = ""] = part.split(":").map((piece) => piece.trim());
      if (list) words[lang as Language].push(...list.split(",").map((word) => word.trim()));
    }
  }
  return words;
}

const replaced = replacedWords();

describe.each(LANGUAGES)("the texts in %s", (lang) => {
  test("use one word for one thing (docs/glossary.md)", () => {
    expect(replaced[lang].length).toBeGreaterThan(2);
    for (const word of replaced[lang]) {
      const pattern = new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, "iu");
      expect(where(own(lang).filter(({ text }) => pattern.test(text))), word).toEqual([]);
    }
  });

  test("never break a line before a sign or after an opening quotation mark", () => {
    const breaks = lang === "fr" ? / [:;?!»]|« |\d [€%]|€ \d/ : /\d [€%]|€ \d|« | »/;
    expect(where(shownTexts(lang).filter(({ text }) => breaks.test(text)))).toEqual([]);
  });

  test("have the language's own apostrophes and quotation marks", () => {
    const wrong = lang === "en" || lang === "pt" ? /['"«»„]/ : /['"“”„]/;
    expect(where(own(lang).filter(({ text }) => wrong.test(text)))).toEqual([]);
  });

  test("have no double space and none at an end", () => {
    const loose = / {2}|^\s|\s$/;
    const shown = shownTexts(lang).filter(({ key }) => key !== "mail:colon");
    expect(where(shown.filter(({ text }) => loose.test(text)))).toEqual([]);
  });
});
