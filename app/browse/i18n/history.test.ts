import { expect, test } from "vitest";

import { historyOf } from "./history.ts";
import { LANGUAGES } from "../../shared/i18n/languages.ts";

/** These competitions have a text; some of its figures are fixed (docs/product/browse.md 3.8). */
const FIGURES = {
  "premier-league": ["1992", "20", "38"],
  "champions-league": ["1955", "36"],
  "la-liga": ["1929", "20"],
  "serie-a": ["1929", "20"],
  bundesliga: ["1963", "18"],
  "ligue-1": ["1932", "18"],
  nba: ["1946", "30"],
  nfl: ["1920", "32"],
  nhl: ["1917", "32"],
  euroleague: ["1958", "2000"],
  "lol-worlds": ["2011"],
  "cs-major": ["2013"],
  "dota-ti": ["2011"],
};

test.each(Object.entries(FIGURES))("%s: the same facts in every language", (slug, figures) => {
  const texts = LANGUAGES.map((lang) => {
    const history = historyOf(slug, lang);
    expect(history, lang).not.toBeNull();
    const text = `${history!.origins} ${history!.format}`;
    for (const figure of figures) expect(text, lang).toContain(figure);
    return text;
  });
  expect(new Set(texts).size).toBe(LANGUAGES.length);
  // The end of a season is written 1993 or 93.
  const years = texts.map((text) =>
    [...new Set(text.match(/(?<![–-])\b(1[89]|20)\d\d\b/g))].sort(),
  );
  for (const known of years) expect(known).toEqual(years[0]);
});

test.each(["", "coupe-de-france", "__proto__", "constructor"])("has no text for %j", (slug) => {
  expect(historyOf(slug, "fr")).toBeNull();
});
