/** Counts equal statements of a list. */
function count(items: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The items that `other` has less often, each once, sorted. */
function missing(items: string[], other: string[]): string[] {
  const counts = count(other);
  return [...count(items)]
    .filter(([item, times]) => times > (counts.get(item) ?? 0))
    .map(([item]) => item)
    .sort();
}

/** The items that only one of two lists has; order doesn't count. */
export function difference(before: string[], after: string[]) {
  return { removed: missing(before, after), added: missing(after, before) };
}
