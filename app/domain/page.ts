/** One stretch of a long list. */
export interface Page<T> {
  items: T[];
  /** Where it begins, as in the address; null for the first. */
  after: string | null;
  /** Where the next one begins; null when this is the last. */
  next: string | null;
}

/**
 * The stretches on show once `page` has come in: added when it follows the last one, in its old
 * place when it was there before (what came after it goes), alone otherwise.
 */
export function withPage<T>(held: readonly Page<T>[], page: Page<T>): readonly Page<T>[] {
  const known = held.findIndex(({ after }) => after === page.after);
  if (known >= 0) return [...held.slice(0, known), page];
  const follows = page.after !== null && held.at(-1)?.next === page.after;
  return follows ? [...held, page] : [page];
}
