/** The items that `other` has less often, sorted. */
function missing(items: string[], other: string[]): string[] {
  const left = Map.groupBy(other, (item) => item);
  return items.filter((item) => !left.get(item)?.pop()).sort();
}

/** The items that only one of two lists has; order doesn't count. */
export function difference(before: string[], after: string[]) {
  return { removed: missing(before, after), added: missing(after, before) };
}
