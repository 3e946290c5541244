import type { ShelfItem } from "../data/shelves/shelf-list.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { fold } from "../../shared/domain/slug.ts";

/** An item with its jersey in the reader's language. */
export type LocalItem = Omit<ShelfItem, "jersey"> & { jersey: JerseySummary | null };

export function localItem({ jersey, ...item }: ShelfItem, lang: Language): LocalItem {
  return { ...item, jersey: jersey && localJersey(jersey, lang) };
}

export const SORTS = ["added", "score", "title", "team", "year"] as const;

export type Sort = (typeof SORTS)[number];

/** Filters and sorts a shelf. Jerseys that left the catalogue come last. */
export function filterAndSort(items: readonly LocalItem[], query: string, sort: Sort): LocalItem[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const found = items.filter(({ jersey }) => {
    if (words.length === 0) return true;
    const text = jersey ? fold(`${jersey.title} ${jersey.team} ${jersey.year ?? ""}`) : "";
    return words.every((word) => text.includes(word));
  });
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
      return (b.jersey.year ?? 0) - (a.jersey.year ?? 0);
    default:
      return a.jersey[sort].localeCompare(b.jersey[sort]);
  }
}
