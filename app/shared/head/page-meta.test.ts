import { expect, test } from "vitest";

import { pageMeta } from "./page-meta.ts";

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
  expect(links(pageMeta({ ...page, screen: "trends", params: {} }))).toEqual([
    { tagName: "link", rel: "canonical", href: "https://site.example/es/tendencias" },
    {
      tagName: "link",
      rel: "alternate",
      hrefLang: "fr",
      href: "https://site.example/tendances",
    },
    { tagName: "link", rel: "alternate", hrefLang: "en", href: "https://site.example/en/trends" },
    {
      tagName: "link",
      rel: "alternate",
      hrefLang: "es",
      href: "https://site.example/es/tendencias",
    },
    {
      tagName: "link",
      rel: "alternate",
      hrefLang: "pt",
      href: "https://site.example/pt/tendencias",
    },
    {
      tagName: "link",
      rel: "alternate",
      hrefLang: "x-default",
      href: "https://site.example/tendances",
    },
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
