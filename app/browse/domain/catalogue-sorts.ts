/** The orders of the catalogue, the first one being the default. */
export const SORTS = ["best", "newest", "oldest", "year", "owned"] as const;

/** Orders that there were once: their addresses redirect to the default. */
export const FORMER_SORTS = ["rising", "votes"] as const;

export type CatalogueSort = (typeof SORTS)[number];
