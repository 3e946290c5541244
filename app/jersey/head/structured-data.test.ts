import { expect, test } from "vitest";

import { creditedPhotos, ratedJersey, webApplication, webSite } from "./structured-data.ts";

const site = { siteUrl: "https://site.example", lang: "en", name: "N", description: "D" } as const;

test("offers site search on the home page of each language", () => {
  expect(webSite(site)).toMatchObject({
    "script:ld+json": {
      "@type": "WebSite",
      url: "https://site.example/en",
      potentialAction: {
        target: { urlTemplate: "https://site.example/en/search?q={search_term_string}" },
        "query-input": "required name=search_term_string",
      },
    },
  });
});

test("has a price of zero, and no rating without votes", () => {
  const unrated = webApplication({ ...site, image: "i", rating: undefined });
  expect(unrated).toMatchObject({
    "script:ld+json": { offers: { price: "0", priceCurrency: "EUR" } },
  });
  expect(JSON.stringify(unrated)).not.toContain("aggregateRating");
  const rated = webApplication({ ...site, image: "i", rating: { value: 4.8, count: 1250 } });
  expect(rated).toMatchObject({
    "script:ld+json": { aggregateRating: { ratingValue: 4.8, ratingCount: 1250, bestRating: 5 } },
  });
});

test("computes a jersey's rating from its votes", () => {
  const product = ratedJersey({
    url: "u",
    name: "n",
    description: "d",
    image: "i",
    brand: null,
    released: null,
    rating: { value: (2 / 3) * 5, count: 3 },
  });
  expect(product).toMatchObject({
    "script:ld+json": { aggregateRating: { ratingValue: 3.3, ratingCount: 3 } },
  });
  expect(JSON.stringify(product)).not.toMatch(/brand|releaseDate/);
});

test("names licence and credit of each photo", () => {
  const photos = [
    { url: "a", licence: "CC-BY-SA-4.0", credit: "Lou" },
    { url: "b", licence: "shown-here-only", credit: "A former member" },
  ];
  const acquireLicensePage = "https://site.example/en/licences";
  expect(creditedPhotos(photos, site)).toMatchObject({
    "script:ld+json": {
      "@graph": [
        {
          contentUrl: "a",
          license: "https://creativecommons.org/licenses/by-sa/4.0/",
          creditText: "Lou",
          acquireLicensePage,
        },
        { contentUrl: "b", license: acquireLicensePage, creditText: "A former member" },
      ],
    },
  });
});
