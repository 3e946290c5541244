/** Shorter texts are not searched (docs/product/browse.md 4.1); longer ones are cut, as in SQL. */
export const SHORTEST_QUERY = 2;
export const LONGEST_QUERY = 100;

/**
 * The search text of a visitor's input: words and single spaces, without zero bytes, which
 * PostgreSQL refuses.
 */
export function tidyQuery(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_QUERY)
    .trim();
}
