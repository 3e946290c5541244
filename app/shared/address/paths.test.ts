import { describe, expect, test } from "vitest";

import {
  type InEachLanguage,
  inLanguage,
  type Language,
  languageOf,
  LANGUAGES,
  withoutLanguage,
} from "../i18n/languages.ts";
import { addresses, alternates, href } from "./paths.ts";
import type { Screen } from "./screens.ts";

describe("href", () => {
  test("has no prefix in French", () => {
    expect(href("home", {}, "fr")).toBe("/");
    expect(href("trends", {}, "fr")).toBe("/tendances");
    expect(href("home", {}, "en")).toBe("/en");
    expect(href("competitions", {}, "pt")).toBe("/pt/competicoes");
  });

  test("encodes parameters", () => {
    expect(href("competition", { competitionId: "a/b" }, "es")).toBe("/es/competition/a%2Fb");
    expect(
      href("jersey", { teamSlug: "malaga", kitType: "home", year: "1998", id: "x" }, "fr"),
    ).toBe("/jersey/malaga/home/1998/x");
  });
});

/** docs/product/site.md 2.1. */
test.each<[screen: Screen, ...InEachLanguage<string>]>([
  ["home", "/", "/en", "/es", "/pt"],
  ["competitions", "/competitions", "/en/competitions", "/es/competiciones", "/pt/competicoes"],
  ["sports", "/sports", "/en/sports", "/es/deportes", "/pt/esportes"],
  ["trends", "/tendances", "/en/trends", "/es/tendencias", "/pt/tendencias"],
  ["submit", "/soumettre", "/en/submit", "/es/enviar", "/pt/enviar"],
  ["auth", "/auth", "/en/auth", "/es/auth", "/pt/auth"],
  ["account", "/account", "/en/account", "/es/account", "/pt/account"],
  ["admin", "/admin", "/en/admin", "/es/admin", "/pt/admin"],
  ["about", "/a-propos", "/en/about", "/es/acerca-de", "/pt/sobre"],
  ["rules", "/regles", "/en/rules", "/es/reglas", "/pt/regras"],
  ["terms", "/conditions", "/en/terms", "/es/condiciones", "/pt/termos"],
  ["privacy", "/confidentialite", "/en/privacy", "/es/privacidad", "/pt/privacidade"],
  ["legal", "/mentions-legales", "/en/legal", "/es/aviso-legal", "/pt/aviso-legal"],
  [
    "accessibility",
    "/accessibilite",
    "/en/accessibility",
    "/es/accesibilidad",
    "/pt/acessibilidade",
  ],
  ["licences", "/licences", "/en/licences", "/es/licencias", "/pt/licencas"],
])("%s: %s, %s, %s, %s", (screen, ...paths) => {
  expect(alternates(screen, {} as never)).toEqual(
    Object.fromEntries(LANGUAGES.map((lang, n) => [lang, paths[n]])),
  );
});

test.each(LANGUAGES)("keeps the parameters of a pattern in %s", (lang) => {
  const prefix = lang === "fr" ? "" : `/${lang}`;
  const shirt = { teamSlug: "psg", kitType: "home", year: "1998" };
  expect([
    href("team", { teamId: "t" }, lang),
    href("competition", { competitionId: "c" }, lang),
    href("sport", { sport: "nba" }, lang),
    href("jersey", { ...shirt, id: "j" }, lang),
    href("variations", shirt, lang),
    href("jerseyById", { id: "j" }, lang),
  ]).toEqual(
    [
      "/team/t",
      "/competition/c",
      "/sport/nba",
      "/jersey/psg/home/1998/j",
      "/jersey/psg/home/1998",
      "/jersey/j",
    ].map((path) => prefix + path),
  );
});

test("matches a screen under every language's segment", () => {
  expect(addresses("submit", "fr")).toEqual(["/soumettre", "/submit", "/enviar"]);
  expect(addresses("trends", "es")).toEqual(["/es/tendencias", "/es/tendances", "/es/trends"]);
  expect(addresses("home", "en")).toEqual(["/en"]);
});

test("lists the translated address of each language", () => {
  const paths: Record<Language, string> = {
    fr: "/sports",
    en: "/en/sports",
    es: "/es/deportes",
    pt: "/pt/esportes",
  };
  expect(alternates("sports", {})).toEqual(paths);
});

test("reads the language from the URL", () => {
  expect(languageOf("/es/deportes")).toBe("es");
  expect(languageOf("/espagne")).toBe("fr");
  expect(withoutLanguage("/en")).toBe("/");
  expect(inLanguage("/en/trends", "es")).toBe("/es/trends");
  expect(inLanguage("/en", "fr")).toBe("/");
});
