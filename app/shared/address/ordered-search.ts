/**
 * A query string with its parameters in the order of their names, the place in a list last; empty without any. Links are
 * written so, because the page cache stores one order only (`server/pages/cache/stored-pages.ts`).
 */
export function orderedSearch(params: URLSearchParams): string {
  const ordered = new URLSearchParams(params);
  ordered.delete("after");
  ordered.sort();
  for (const after of params.getAll("after")) ordered.append("after", after);
  return ordered.size > 0 ? `?${ordered}` : "";
}
