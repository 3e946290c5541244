/** Kinds of suggestions; photos are a correction. */
export const SUGGESTION_KINDS = ["edit", "merge", "removal"] as const;

export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** What the database calls a kind (`suggestions.kind`): photos alone have a name there. */
export const storedKinds = (kinds: readonly SuggestionKind[]): string[] =>
  kinds.flatMap((kind) => (kind === "edit" ? ["edit", "photos"] : [kind]));

export const kindOf = (stored: string) => (stored === "photos" ? "edit" : stored) as SuggestionKind;

/** What a member contributes: jerseys, suggestions and reports. */
export const CONTRIBUTION_KINDS = ["jersey", ...SUGGESTION_KINDS, "report"] as const;

export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number];

/** The kinds that an address names (`?kind=`), in their order; all if it names none. */
export function kindsOf(params: URLSearchParams): readonly ContributionKind[] {
  const named = params.getAll("kind");
  const kinds = CONTRIBUTION_KINDS.filter((kind) => named.includes(kind));
  return kinds.length > 0 ? kinds : CONTRIBUTION_KINDS;
}

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
