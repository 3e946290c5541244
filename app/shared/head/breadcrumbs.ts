import type { MetaDescriptor } from "react-router";

/** A step on the way from the home page to the current page, which is the last one. */
export interface Crumb {
  label: string;
  /** The step's address; the current page needs none. */
  path?: string;
}

/** The same steps for search engines (schema.org). */
export function breadcrumbList(siteUrl: string, crumbs: readonly Crumb[]): MetaDescriptor {
  return {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: crumbs.map(({ label, path }, n) => ({
        "@type": "ListItem",
        position: n + 1,
        name: label,
        ...(path && { item: siteUrl + path }),
      })),
    },
  };
}
