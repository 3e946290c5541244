import type { MetaDescriptor } from "react-router";

import type { Language } from "../../shared/i18n/languages.ts";
import { CC_BY_SA } from "../../shared/address/licences.ts";
import { href } from "../../shared/address/paths.ts";

/** A rating of 0 to 5 from real votes. */
export interface Rating {
  value: number;
  count: number;
}

const CONTEXT = "https://schema.org";

function jsonLd(data: object): MetaDescriptor {
  return { "script:ld+json": { "@context": CONTEXT, ...data } };
}

function aggregateRating({ value, count }: Rating) {
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: Math.round(value * 10) / 10,
      ratingCount: count,
      bestRating: 5,
      worstRating: 0,
    },
  };
}

/** The site and its search address. */
export function webSite(page: {
  siteUrl: string;
  lang: Language;
  name: string;
  description: string;
}): MetaDescriptor {
  const addressOf = (screen: "home" | "search") => page.siteUrl + href(screen, {}, page.lang);
  return jsonLd({
    "@type": "WebSite",
    name: page.name,
    description: page.description,
    url: addressOf("home"),
    inLanguage: page.lang,
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${addressOf("search")}?q={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  });
}

/** The site as a free web application; rated only if there are votes. */
export function webApplication(page: {
  siteUrl: string;
  lang: Language;
  name: string;
  description: string;
  image: string;
  rating: Rating | undefined;
}): MetaDescriptor {
  return jsonLd({
    "@type": "WebApplication",
    name: page.name,
    description: page.description,
    url: page.siteUrl + href("home", {}, page.lang),
    image: page.image,
    inLanguage: page.lang,
    applicationCategory: "SportsApplication",
    operatingSystem: "Any",
    offers: { "@type": "Offer", price: "0", priceCurrency: "EUR" },
    ...(page.rating && aggregateRating(page.rating)),
  });
}

/** A rated jersey. Without a rating there is no structured data. */
export function ratedJersey(jersey: {
  url: string;
  name: string;
  description: string;
  image: string;
  brand: string | null;
  released: number | null;
  rating: Rating;
}): MetaDescriptor {
  const { url, name, description, image, brand, released, rating } = jersey;
  return jsonLd({
    "@type": "Product",
    name,
    description,
    url,
    image,
    category: "Jersey",
    ...(brand && { brand: { "@type": "Brand", name: brand } }),
    ...(released !== null && { releaseDate: String(released) }),
    ...aggregateRating(rating),
  });
}

/** A photo as search engines credit it. */
export interface CreditedPhoto {
  url: string;
  licence: string;
  /** Its contributor, or what stands for one whose account is deleted. */
  credit: string;
}

/** The photos of a page, with licence and credit. */
export function creditedPhotos(
  photos: CreditedPhoto[],
  { siteUrl, lang }: { siteUrl: string; lang: Language },
): MetaDescriptor {
  const terms = siteUrl + href("licences", {}, lang);
  return jsonLd({
    "@graph": photos.map(({ url, licence, credit }) => ({
      "@type": "ImageObject",
      contentUrl: url,
      license: licence === "CC-BY-SA-4.0" ? CC_BY_SA : terms,
      acquireLicensePage: terms,
      creditText: credit,
    })),
  });
}
