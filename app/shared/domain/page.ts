/** One page of a long list. */
export interface Page<T> {
  items: T[];
  /** The page's cursor, as in the address; null for the first page. */
  after: string | null;
  /** The next page's cursor; null if this is the last page. */
  next: string | null;
}

/**
 * The visible pages after `page` has loaded: added if it follows the last one; in its old place if
 * it was there before (later pages are dropped); alone otherwise.
 */
export function withPage<T>(held: readonly Page<T>[], page: Page<T>): readonly Page<T>[] {
  const known = held.findIndex(({ after }) => after === page.after);
  if (known >= 0) return [...held.slice(0, known), page];
  const follows = page.after !== null && held.at(-1)?.next === page.after;
  return follows ? [...held, page] : [page];
}

/** The rows of these pages, each once: one that moved while its list was read may come again. */
export function itemsOf<T extends { id: string }>(pages: readonly Page<T>[]): T[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}
