/** A kind of suggestion; photos are a correction. */
export type SuggestionKind = "edit" | "merge" | "removal";

/** What the database calls photos alone (`suggestions.kind`) is a correction, too. */
export const kindOf = (stored: string) => (stored === "photos" ? "edit" : stored) as SuggestionKind;

/** What a member contributes besides jerseys, which have a table of their own. */
export type ContributionKind = SuggestionKind | "report";

/** Lists that each begin with their newest, as one that does; the newest `length` of it. */
export function newestOf<Item extends { created_at: string; id: string }>(
  lists: readonly (readonly Item[])[],
  length: number,
): Item[] {
  return lists
    .flat()
    .sort(
      (one, other) =>
        Date.parse(other.created_at) - Date.parse(one.created_at) || one.id.localeCompare(other.id),
    )
    .slice(0, length);
}
