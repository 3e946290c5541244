/**
 * Every page is the visitor's view, the same for everyone (docs/product/site.md 1.8). Other caches receive no invalidations:
 * after five seconds they revalidate, and prefer an old page to none.
 */
export const STORED =
  "public, max-age=0, s-maxage=3, stale-while-revalidate=2, stale-if-error=86400";

/** For answers that no cache may send again without asking. */
export const NOT_STORED = "public, max-age=0, must-revalidate";

/** For what its owner may stop showing at any time: no cache and no browser's store has it afterwards. */
export const NEVER_STORED = "private, no-store";
