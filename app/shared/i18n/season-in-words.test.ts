import { expect, test } from "vitest";

import { LANGUAGES } from "./languages.ts";
import { seasonInWords } from "./season-in-words.ts";

test.each([
  ["2010-11", "2010-2011", "2010–11"],
  ["2010-2011", "2010-2011", "2010–11"],
  ["1999-00", "1999-2000", "1999–2000"],
  ["1999-2000", "1999-2000", "1999–2000"],
  ["2026", "2026", "2026"],
  ["Printemps 2026", "Printemps 2026", "Printemps 2026"],
])("%s has one form in each language", (season, elsewhere, english) => {
  for (const lang of LANGUAGES) {
    expect(seasonInWords(season, lang), lang).toBe(lang === "en" ? english : elsewhere);
  }
});
