import { expect, test } from "vitest";

import type { Language } from "../i18n/languages.ts";
import { pageMeta, sharedMeta } from "./page-meta.ts";

const page = {
  lang: "es",
  siteUrl: "https://site.example",
  title: "T",
  description: "D",
} as const;

function links(tags: ReturnType<typeof pageMeta>) {
  return tags.filter((tag) => "tagName" in tag && tag.tagName === "link");
}

test("has the translated address as canonical, and the others as alternates", () => {
  const addresses: Record<Language, string> = {
    fr: "https://site.example/tendances",
    en: "https://site.example/en/trends",
    es: "https://site.example/es/tendencias",
    pt: "https://site.example/pt/tendencias",
  };
  const alternate = (hrefLang: string, href: string) => ({
    tagName: "link",
    rel: "alternate",
    hrefLang,
    href,
  });
  expect(links(pageMeta({ ...page, screen: "trends", params: {} }))).toEqual([
    { tagName: "link", rel: "canonical", href: addresses.es },
    ...Object.entries(addresses).map(([lang, address]) => alternate(lang, address)),
    alternate("x-default", addresses.fr),
  ]);
});

function pictureOf(tags: ReturnType<typeof pageMeta>) {
  return tags.flatMap((tag) =>
    "property" in tag && tag.property === "og:image" ? [tag.content] : [],
  );
}

test("shows the page's subject, or the site, when shared", () => {
  const id = "6d0bdd0b-0e9a-4f0c-a7e0-3f4d7a6c2b11";
  const jersey = { teamSlug: "malaga", kitType: "home", year: "1998", id };
  expect(pictureOf(pageMeta({ ...page, screen: "home", params: {} }))).toEqual([
    "https://site.example/og/site/maillotheque.es.jpg",
  ]);
  expect(pictureOf(pageMeta({ ...page, screen: "jersey", params: jersey }))).toEqual([
    `https://site.example/og/jersey/${id}.es.jpg`,
  ]);
  expect(pictureOf(pageMeta({ ...page, screen: "team", params: { teamId: id } }))).toEqual([
    `https://site.example/og/team/${id}.es.jpg`,
  ]);
});

test("has a preview, and no indexing, for a page that its member shares", () => {
  const url = "https://site.example/es/member/zoe";
  const tags = sharedMeta({ lang: "es", title: "T", description: "D", url, image: `${url}.jpg` });
  expect(tags).toEqual(
    expect.arrayContaining([
      { title: "T | Maillothèque" },
      { name: "robots", content: "noindex" },
      { name: "description", content: "D" },
      { property: "og:title", content: "T" },
      { property: "og:description", content: "D" },
      { property: "og:url", content: url },
      { property: "og:image", content: `${url}.jpg` },
      { name: "twitter:card", content: "summary_large_image" },
    ]),
  );
});
