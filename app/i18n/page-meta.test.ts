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

test("the canonical address is the translated one, the others are its alternates", () => {
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

test("a shared link has a picture only where there is one", () => {
  const bare = pageMeta({ ...page, screen: "home", params: {} });
  expect(bare).toContainEqual({ name: "twitter:card", content: "summary" });
  const pictured = pageMeta({ ...page, screen: "home", params: {}, image: "https://i/x.webp" });
  expect(pictured).toContainEqual({ property: "og:image", content: "https://i/x.webp" });
  expect(pictured).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
});
