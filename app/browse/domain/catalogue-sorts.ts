/** The orders of the catalogue, the first one being the default. */
export const SORTS = ["best", "newest", "oldest", "year", "rising", "votes", "owned"] as const;

export type CatalogueSort = (typeof SORTS)[number];
