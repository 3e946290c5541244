import { CONDITIONS } from "./copy-details.ts";
import { type CopyFacts, seasonStart } from "./facts.ts";
import type { CopyEntry } from "./filter.ts";

export const COPY_SORTS = [
  "added",
  "score",
  "title",
  "team",
  "year",
  "bought",
  "condition",
  "price",
] as const;

export type CopySort = (typeof COPY_SORTS)[number];

/** The orders that begin with the lowest; the others with the newest, the best or the highest. */
export const ASCENDING: readonly CopySort[] = ["title", "team"];

/** Copies in an order. Those that lack what they are sorted by come last, the newest first. */
export function sortCopies<Entry extends CopyEntry>(
  entries: readonly Entry[],
  { sort, isReversed }: { sort: CopySort; isReversed: boolean },
  locale: string,
): Entry[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const way = isReversed ? -1 : 1;
  const nullsLast = <T>(one: Missing<T>, other: Missing<T>, compare: (a: T, b: T) => number) =>
    missingLast(one, other, (a: T, b: T) => way * compare(a, b));
  const descending = (one: Missing<number>, other: Missing<number>) =>
    nullsLast(one, other, (a, b) => b - a);
  const byText = (key: "title" | "team") => (one: CopyEntry, other: CopyEntry) =>
    nullsLast(one.facts[key], other.facts[key], compare);
  const orders: Record<CopySort, (one: CopyEntry, other: CopyEntry) => number> = {
    added: (one, other) => way * byNewest(one, other),
    score: (one, other) => descending(one.copy.jersey?.score, other.copy.jersey?.score),
    title: byText("title"),
    team: byText("team"),
    year: (one, other) => descending(yearOf(one.facts), yearOf(other.facts)),
    bought: ({ copy: one }, { copy: other }) =>
      nullsLast(one.bought_on, other.bought_on, (a, b) => (a < b ? 1 : a > b ? -1 : 0)),
    condition: ({ copy: one }, { copy: other }) =>
      nullsLast(
        one.condition,
        other.condition,
        (a, b) => CONDITIONS.indexOf(a) - CONDITIONS.indexOf(b),
      ),
    // Prices of different currencies can't be compared: one currency after the other.
    price: ({ copy: one }, { copy: other }) =>
      nullsLast(one.currency, other.currency, compare) || descending(one.price, other.price),
  };
  return entries.toSorted((one, other) => orders[sort](one, other) || byNewest(one, other));
}

/** As in the catalogue (docs/product/browse.md 22.3): without a year, the one in which the season began. */
const yearOf = ({ year, season }: CopyFacts) => year ?? seasonStart(season);

function byNewest({ copy: one }: CopyEntry, { copy: other }: CopyEntry): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

type Missing<T> = T | null | undefined;

function missingLast<T>(
  one: Missing<T>,
  other: Missing<T>,
  compare: (a: T, b: T) => number,
): number {
  if (one === null || one === undefined) return other === null || other === undefined ? 0 : 1;
  return other === null || other === undefined ? -1 : compare(one, other);
}
