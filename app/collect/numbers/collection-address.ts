import type { Dimension, Group } from "../domain/copies/statistics.ts";

/**
 * The query string with which the collection shows a group of copies; undefined for groups that it has
 * no filter for.
 */
export function groupSearch(dimension: Dimension, { key, sample }: Group): string | undefined {
  if (key === null) return undefined;
  const { facts } = sample;
  switch (dimension) {
    case "team":
    case "size":
      return search(dimension, key);
    case "competition":
      return words(facts.competition);
    case "brand":
      return words(facts.brand);
    default:
      return undefined;
  }
}

/** The same for seasons, by their codes. */
export function seasonsSearch(seasons: readonly string[]): string | undefined {
  return seasons.length > 0
    ? `?${new URLSearchParams(seasons.map((code) => ["season", code]))}`
    : undefined;
}

/** Copies without a price. */
export const UNPRICED = "?only=no-price";

function search(name: string, value: string): string {
  return `?${new URLSearchParams({ [name]: value })}`;
}

/** A fact that has no filter of its own is found by its words. */
function words(text: string | null): string | undefined {
  return text ? search("q", text) : undefined;
}
