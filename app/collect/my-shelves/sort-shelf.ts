import { seasonStart } from "../domain/copies/facts.ts";
import type { ShelfItem } from "../data/shelves/shelf-list.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { foundText, isFound, soughtWords } from "../../shared/domain/found-text.ts";
import { teamAndKitNames } from "../i18n/copy-facts.ts";

/** An item with its jersey in the reader's language. */
export type LocalItem = Omit<ShelfItem, "jersey"> & {
  jersey: JerseySummary | null;
  /** What else the jersey is found by. */
  also: string;
  /** Of a jersey without a year, the one in which its season began. */
  year: number | null;
};

export function localItem({ jersey, ...item }: ShelfItem, lang: Language): LocalItem {
  return {
    ...item,
    jersey: jersey && localJersey(jersey, lang),
    also: jersey ? teamAndKitNames(jersey, lang) : "",
    year: jersey && (jersey.year ?? seasonStart(jersey.season?.code ?? null)),
  };
}

export const SORTS = ["added", "score", "title", "team", "year"] as const;

export type Sort = (typeof SORTS)[number];

/** Filters and sorts a shelf. Jerseys that left the catalogue come last. */
export function filterAndSort(items: readonly LocalItem[], query: string, sort: Sort): LocalItem[] {
  const words = soughtWords(query);
  const found = items.filter(
    ({ jersey, also }) =>
      words.length === 0 ||
      isFound(foundText(jersey?.title, jersey?.team, jersey?.year, also), words),
  );
  // Those of one import came at the same moment: a jersey keeps its place among them, also removed ones.
  return found.toSorted((a, b) => order(a, b, sort) || a.jersey_id.localeCompare(b.jersey_id));
}

function order(a: LocalItem, b: LocalItem, sort: Sort): number {
  if (!a.jersey || !b.jersey) return Number(!a.jersey) - Number(!b.jersey);
  switch (sort) {
    case "added":
      return b.created_at.localeCompare(a.created_at);
    case "score":
      return b.jersey.score - a.jersey.score;
    case "year":
      return (b.year ?? 0) - (a.year ?? 0);
    default:
      return a.jersey[sort].localeCompare(b.jersey[sort]);
  }
}
