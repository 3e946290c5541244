/** Shorter texts are not searched (docs/product/browse.md 4.1); longer ones are cut, as in SQL. */
export const SHORTEST_QUERY = 2;
export const LONGEST_QUERY = 100;

/** A visitor's input as words and single spaces, without zero bytes, which PostgreSQL refuses. */
export const tidyText = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** The search text of an input. */
export const tidyQuery = (text: string): string => tidyText(text).slice(0, LONGEST_QUERY).trim();
