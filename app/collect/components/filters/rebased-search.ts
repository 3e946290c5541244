/**
 * The query string of a link, applied to the present query. On a slow connection a second value is chosen while
 * the first is on its way: the link was written before, and would take the first one back.
 * @param to the query of the link
 * @param from the query when the link was written
 * @param onto the present query
 */
export function rebasedSearch(to: string, from: string, onto: string): string {
  if (from === onto) return to;
  const wanted = new URLSearchParams(to);
  const had = new URLSearchParams(from);
  const base = new URLSearchParams(onto);
  const result = new URLSearchParams();
  for (const name of new Set([...base.keys(), ...wanted.keys()])) {
    const next = wanted.getAll(name);
    const former = had.getAll(name);
    const added = next.filter((value) => !former.includes(value));
    const removed = former.filter((value) => !next.includes(value));
    // One value in the place of another, such as an order.
    const isReplaced = added.length > 0 && removed.length > 0;
    const remaining = isReplaced
      ? []
      : base.getAll(name).filter((value) => !removed.includes(value));
    for (const value of new Set([...remaining, ...added])) result.append(name, value);
  }
  return result.size > 0 ? `?${result}` : "";
}
