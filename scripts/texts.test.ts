import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { formatNumber, formatPercent } from "../app/shared/i18n/format.ts";
import { type Language, LANGUAGES } from "../app/shared/i18n/languages.ts";
import { shownTexts } from "../tests/support/shown-texts.ts";

/** Messages whose wording is fixed. */
const FIXED = new Set([
  "Maillot soumis\u202f! Il sera visible après validation.",
  "Erreur lors de l'ajout à la collection",
  "Erreur lors de l'ajout à la wishlist",
  "Erreur lors de l'inscription",
  "Erreur lors de la suppression de l'image",
  "Veuillez sélectionner ou saisir un nom d'équipe",
]);

/** Four digits or more, in groups or not; no lengths in pixels, telephone numbers, decimals or parts of a word. */
const NUMBER =
  /(?<![\p{L}\d.,+×-]|\+[\d ]+|×\s)(?:\d{1,3}(?:[.,\u00a0\u202f]\d{3})+|\d{4,})(?![\p{L}\d]|[.,]\d|\s?×|-\d)/gu;
const YEAR = /^(1[89]|20|21)\d\d$/;

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

test("nobody types a no-break space: typeset.ts puts them in", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync(["app/*/messages/*/**/*.{json,md}", "server/mail/texts/**/*.ts"], {
    cwd: root,
  });
  expect(files.length).toBeGreaterThan(100);
  // A telephone number as an example.
  const typed = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => /[\u00a0\u202f]/.test(line) && !/\+\d/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(typed).toEqual([]);
});

describe.each(LANGUAGES)("the texts in %s", (lang) => {
  test("use one word for one thing (docs/glossary.md)", () => {
    expect(replaced[lang].length).toBeGreaterThan(2);
    for (const word of replaced[lang]) {
      const pattern = new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, "iu");
      expect(where(own(lang).filter(({ text }) => pattern.test(text))), word).toEqual([]);
    }
  });

  test("never break a line before a sign or after an opening quotation mark", () => {
    const wrong =
      lang === "fr"
        ? /[ \u00a0][;?!]|[ \u202f][:»]|«[ \u202f]|[\d}] [€%]|€ \d/
        : /[\d}] [€%]|€ \d|«\s|\s»|\s[;?!:]/;
    expect(where(shownTexts(lang).filter(({ text }) => wrong.test(text)))).toEqual([]);
  });

  test("write numbers and percentages as formatNumber() and formatPercent() do", () => {
    const wrong = shownTexts(lang)
      .filter(({ key }) => !/^history:|phone(\.help)?$/.test(key))
      .flatMap(({ key, text }) => {
        const shown = text.replaceAll(PLACEHOLDER, "");
        return [
          ...[...shown.matchAll(NUMBER)]
            .map(([number]) => [number, formatNumber(Number(number.replaceAll(/\D/g, "")), lang)])
            .filter(([number]) => !YEAR.test(number!)),
          ...[...shown.matchAll(/(\d+)\s?%/g)].map(([percent, number]) => [
            percent,
            formatPercent(Number(number) / 100, lang),
          ]),
        ]
          .filter(([number, right]) => number !== right)
          .map(([number, right]) => `${key}: ${number} is ${right}`);
      });
    expect(wrong).toEqual([]);
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

test("the privacy page names everything that the site stores in the browser", () => {
  const root = join(import.meta.dirname, "..");
  const names = globSync("app/**/*.{ts,tsx}", { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), "utf8").matchAll(
        /(?:KEY|PREFIX) = "(maillotheque[.-][^"]*)"|draftDatabase\("(maillotheque[^"]*)"/g,
      ),
    ].map(([, key, database]) => key ?? database!),
  );
  expect(names.length).toBeGreaterThan(15);
  for (const lang of LANGUAGES) {
    const page = readFileSync(join(root, `app/site/messages/${lang}/pages/privacy.md`), "utf8");
    const said = [...page.matchAll(/`(maillotheque[^`]*)`/g)].map(([, name]) => name!);
    const isSaid = (name: string) =>
      said.some((one) => (one.endsWith("…") ? name.startsWith(one.slice(0, -1)) : name === one));
    expect(
      names.filter((name) => !isSaid(name)),
      lang,
    ).toEqual([]);
  }
});
