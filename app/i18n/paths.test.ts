import { describe, expect, test } from "vitest";

import { inLanguage, languageOf, withoutLanguage } from "./languages.ts";
import { addresses, alternates, href } from "./paths.ts";

describe("href", () => {
  test("French has no prefix", () => {
    expect(href("home", {}, "fr")).toBe("/");
    expect(href("trends", {}, "fr")).toBe("/tendances");
    expect(href("home", {}, "en")).toBe("/en");
    expect(href("competitions", {}, "pt")).toBe("/pt/competicoes");
  });

  test("parameters are encoded", () => {
    expect(href("competition", { competitionId: "a/b" }, "es")).toBe("/es/competition/a%2Fb");
    expect(
      href("jersey", { teamSlug: "malaga", kitType: "home", year: "1998", id: "x" }, "fr"),
    ).toBe("/jersey/malaga/home/1998/x");
  });
});

test("a screen answers under every language's segment", () => {
  expect(addresses("submit", "fr")).toEqual(["/soumettre", "/submit", "/enviar"]);
  expect(addresses("trends", "es")).toEqual(["/es/tendencias", "/es/tendances", "/es/trends"]);
  expect(addresses("home", "en")).toEqual(["/en"]);
});

test("alternates name the translated address", () => {
  expect(alternates("sports", {})).toEqual({
    fr: "/sports",
    en: "/en/sports",
    es: "/es/deportes",
    pt: "/pt/esportes",
  });
});

test("the URL decides the language", () => {
  expect(languageOf("/es/deportes")).toBe("es");
  expect(languageOf("/espagne")).toBe("fr");
  expect(withoutLanguage("/en")).toBe("/");
  expect(inLanguage("/en/trends", "es")).toBe("/es/trends");
  expect(inLanguage("/en", "fr")).toBe("/");
});
