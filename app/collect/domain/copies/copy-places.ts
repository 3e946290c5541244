import type { CopyEntry } from "./filter.ts";

/** The number of each copy among those with the same title, the oldest first; of a copy that is alone, none. */
export function copyPlaces(
  entries: readonly CopyEntry[],
  titleOf: (entry: CopyEntry) => string,
): Map<string, number> {
  const places = new Map<string, number>();
  for (const same of Map.groupBy(entries, titleOf).values()) {
    if (same.length === 1) continue;
    const oldestFirst = same.toSorted(({ copy: one }, { copy: other }) =>
      one.created_at + one.id < other.created_at + other.id ? -1 : 1,
    );
    for (const [index, { copy }] of oldestFirst.entries()) places.set(copy.id, index + 1);
  }
  return places;
}
