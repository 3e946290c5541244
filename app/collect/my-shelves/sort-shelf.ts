import { seasonStart } from "../domain/copies/facts.ts";
import { type ShelfItem, shelfKey } from "../data/shelves/shelf-list.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { jerseyTeam, localJersey } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { foundText, isFound, soughtWords } from "../../shared/domain/found-text.ts";
import { teamAndKitNames } from "../i18n/copy-facts.ts";

/** An item with its jersey in the reader's language. */
export type LocalItem = Omit<ShelfItem, "jersey"> & {
  jersey: JerseySummary | null;
  /** What it is called and sorted by; null for a jersey that left the catalogue. */
  said: Pick<JerseySummary, "title" | "team" | "score"> | null;
  /** What else the jersey is found by. */
  also: string;
  /** Of a jersey without a year, the one in which its season began. */
  year: number | null;
};

export function localItem({ jersey, ...item }: ShelfItem, lang: Language): LocalItem {
  const local = jersey && localJersey(jersey, lang);
  const { former_jersey: own } = item;
  return {
    ...item,
    jersey: local,
    said:
      local ??
      (own
        ? {
            title: own.title,
            team: jerseyTeam({ ...own, teams: own.teams ?? null }, lang),
            score: 0,
          }
        : null),
    also: jersey ? teamAndKitNames(jersey, lang) : "",
    year: jersey
      ? (jersey.year ?? seasonStart(jersey.season?.code ?? null))
      : (own?.year ?? seasonStart(own?.season ?? null)),
  };
}

export const SORTS = ["added", "score", "title", "team", "year"] as const;

export type Sort = (typeof SORTS)[number];

/** Filters and sorts a shelf. Jerseys that left the catalogue come last. */
export function filterAndSort(items: readonly LocalItem[], query: string, sort: Sort): LocalItem[] {
  const words = soughtWords(query);
  const found = items.filter(
    ({ said, year, also }) =>
      words.length === 0 || isFound(foundText(said?.title, said?.team, year, also), words),
  );
  // Those of one import came at the same moment: a jersey keeps its place among them, also removed ones.
  return found.toSorted((a, b) => order(a, b, sort) || shelfKey(a).localeCompare(shelfKey(b)));
}

function order(a: LocalItem, b: LocalItem, sort: Sort): number {
  if (!a.said || !b.said) return Number(!a.said) - Number(!b.said);
  switch (sort) {
    case "added":
      return b.created_at.localeCompare(a.created_at);
    case "score":
      return b.said.score - a.said.score;
    case "year":
      return (b.year ?? 0) - (a.year ?? 0);
    default:
      return a.said[sort].localeCompare(b.said[sort]);
  }
}
