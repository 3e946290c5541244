import type { Page } from "../domain/page.ts";

declare global {
  interface Window {
    __reactRouterManifest?: { version: string };
  }
}

type Lists = Map<string, readonly Page<unknown>[]>;

/** What a tab keeps of its long lists when its page is left, reloaded or dropped by a phone. */
interface Kept {
  /** Pages of another build may lack what this one shows. */
  build: string | undefined;
  lists: [string, readonly Page<unknown>[]][];
  /** The open entry of the tab's history, and how far it was scrolled. */
  entry: unknown;
  top: number;
}

/** Signing out removes what begins like this (`clearDrafts`). */
const KEY = "maillotheque.kept.pages";

const MOST_LISTS = 20;

let lists: Lists | undefined;
let left: Kept | undefined;

// oxlint-disable-next-line no-underscore-dangle -- the router's own name
const build = () => window.__reactRouterManifest?.version;
const openEntry = () => (history.state as { key?: string } | null)?.key;

/** The lists of this tab by key, also those from before a reload. For browsers only. */
export function keptLists(): Lists {
  if (lists) return lists;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    if (kept?.build === build()) left = kept!;
  } catch {
    // Storage is forbidden, or the entry isn't ours.
  }
  // A phone drops a hidden tab without `pagehide`.
  for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, store, true);
  lists = new Map(left?.lists);
  return lists;
}

/** Remembers a list for the way back to it. */
export function keepList(key: string, pages: readonly Page<unknown>[]): void {
  const held = keptLists();
  held.delete(key);
  held.set(key, pages);
  const [oldest] = held.keys();
  if (held.size > MOST_LISTS && oldest !== undefined) held.delete(oldest);
}

function store(): void {
  const extended = [...keptLists()].filter(([, pages]) => pages.length > 1);
  const kept: Kept = { build: build(), lists: extended, entry: openEntry(), top: scrollY };
  try {
    if (extended.length > 0) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Full or forbidden: the list begins anew.
  }
}

/** After a reload the browser scrolled a page that didn't have the whole list yet. */
export function scrollBack(): void {
  if (left && left.entry === openEntry()) scrollTo({ top: left.top, behavior: "instant" });
}
