import { expect, test } from "vitest";

import { alternates } from "../../../shared/address/paths.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { sitemapIndex, urlEntries } from "./xml.ts";

test("lists a page once per language, and each entry names all alternates", () => {
  const paths = alternates("competitions", {});
  const entries = urlEntries("https://site.example", paths, "2026-01-02").trim().split("\n");
  const names: Record<Language, string> = {
    fr: "https://site.example/competitions",
    en: "https://site.example/en/competitions",
    es: "https://site.example/es/competiciones",
    pt: "https://site.example/pt/competicoes",
  };
  expect(entries.map((entry) => /<loc>(.*?)<\/loc>/.exec(entry)?.[1])).toEqual(
    Object.values(names),
  );
  for (const entry of entries) {
    const links = [
      ...entry.matchAll(/<xhtml:link rel="alternate" hreflang="([^"]+)" href="([^"]+)"\/>/g),
    ].map(([, lang, address]) => [lang, address]);
    expect(Object.fromEntries(links)).toEqual({ ...names, "x-default": names.fr });
    expect(entry).toContain("<lastmod>2026-01-02T00:00:00.000Z</lastmod>");
  }
});

test("escapes XML", () => {
  const paths = alternates("team", { teamId: "a&b" });
  expect(urlEntries("https://site.example/?a&<b>", paths)).not.toMatch(/&(?!#\d+;)|<b>/);
  expect(sitemapIndex(["https://site.example/?a&b"])).toContain(
    "<loc>https://site.example/?a&#38;b</loc>",
  );
});
