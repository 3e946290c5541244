import type { Language } from "./languages.ts";

/**
 * Compares rows by their names in the order of the reader's language: "AS" after "Angers",
 * "États-Unis" before "Venezuela". The database sorts by code points, so lists of names are sorted
 * after they are read and translated.
 */
export function nameOrder<Row>(
  lang: Language,
  nameOf: (row: Row) => string,
): (one: Row, other: Row) => number {
  const { compare } = new Intl.Collator(lang);
  return (one, other) => compare(nameOf(one), nameOf(other));
}

/** The same for rows with a priority, the greatest first. */
export function priorityOrder<Row extends { priority: number }>(
  lang: Language,
  nameOf: (row: Row) => string,
): (one: Row, other: Row) => number {
  const byName = nameOrder(lang, nameOf);
  return (one, other) => other.priority - one.priority || byName(one, other);
}
