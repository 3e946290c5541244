import { expect, test } from "vitest";

import { LANGUAGES } from "../../shared/i18n/languages.ts";
import { alternates } from "../../shared/address/paths.ts";
import { SCREEN_NAMES, SCREENS } from "../../shared/address/screens.ts";
import { switchedPath, translatedPath, translatedSearch } from "./translated-path.ts";

const PARAMS = {
  sport: "nba",
  teamId: "0f8fad5b-d9cb-469f-a165-70867728950e",
  competitionId: "0f8fad5b-d9cb-469f-a165-70867728950e",
  season: "2024-25",
  scope: "color",
  value: "sky",
  section: "votes",
  teamSlug: "saint-%C3%A9tienne",
  kitType: "home",
  year: "1996",
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  brandId: "0f8fad5b-d9cb-469f-a165-70867728950e",
  username: "zoé",
  type: "jersey",
};

test("every screen is translated to its own address in each language", () => {
  for (const screen of SCREEN_NAMES) {
    const paths = alternates(screen, PARAMS as never);
    for (const from of LANGUAGES) {
      for (const to of LANGUAGES) {
        expect([screen, from, translatedPath(paths[from], to)]).toEqual([screen, from, paths[to]]);
      }
    }
  }
});

test.each([
  ["/catalogue", "es", "/es/catalogo"],
  ["/en/privacy", "es", "/es/privacidad"],
  // An address of yore with the segment of another language.
  ["/es/privacy", "fr", "/confidentialite"],
  // Segments that stay (docs/product/site.md 1.5).
  ["/en/trends", "es", "/es/trends"],
  ["/competitions", "es", "/es/competitions"],
  ["/pt/enviar", "en", "/en/enviar"],
  ["/en/nothing-here", "fr", "/nothing-here"],
  // Two letters that are no language of the site.
  ["/xx/sports", "en", "/en/sports"],
  ["/de/catalogue", "fr", "/catalogue"],
  ["/it", "es", "/es"],
] as const)("the language menu leads from %s in %s to %s", (from, lang, to) => {
  expect(switchedPath(from, lang)).toBe(to);
});

test("the screens whose segment is kept are those of docs/product/site.md 1.5", () => {
  const untranslated = SCREEN_NAMES.filter((screen) => {
    const { fr, es } = SCREENS[screen].path;
    return fr !== es && switchedPath(fr, "es") === `/es${fr}`;
  });
  expect(untranslated).toEqual(["competitions", "sports", "trends", "submit"]);
});

test("the page to which sign-in leads on follows the language", () => {
  const next = (path: string) => `?${new URLSearchParams({ mode: "signup", next: path })}`;
  expect(translatedSearch("/auth", next("/soumettre?league=NBA#images"), "en")).toBe(
    next("/en/submit?league=NBA#images"),
  );
  expect(translatedSearch("/es/auth", "?mode=signup", "pt")).toBe("?mode=signup");
  expect(translatedSearch("/es/auth", "?next=//example.org", "pt")).toBe("?next=//example.org");
  expect(translatedSearch("/catalogue", "?q=next", "es")).toBe("?q=next");
});
