import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";

import { useFilterNavigation } from "../components/filters/filter-navigation.ts";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { type CopyQuery, copySearch, parseCopyQuery } from "../domain/copies/filter.ts";

/** What the address asks for, and a function that changes it. */
export function useCopyQuery(): [CopyQuery, (query: CopyQuery) => void] {
  const { pathname, search } = useLocation();
  const query = useMemo(() => parseCopyQuery(new URLSearchParams(search)), [search]);
  const goTo = useFilterNavigation();
  return [query, (next) => goTo(pathname + copySearch(next))];
}

/** The words of the search, which the address gets when typing pauses. */
export function useWords(query: CopyQuery): [string, (words: string) => void] {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [words, setWords] = useState(query.q);
  const settled = useDebouncedValue(words);
  const [known, setKnown] = useState(query.q);
  if (known !== query.q) {
    setKnown(query.q);
    // Another address, for example by the back button; not the one that was written here.
    if (query.q.trim() !== settled.trim()) setWords(query.q);
  }
  const write = useEffectEvent((q: string) => {
    if (q.trim() === query.q.trim()) return;
    void navigate(pathname + copySearch({ ...query, q }), {
      replace: true,
      preventScrollReset: true,
    });
  });
  useEffect(() => write(settled), [settled]);
  return [words, setWords];
}

export type CopyView = "grid" | "table";

const VIEW_KEY = "maillotheque.copies-view";

/** Tailwind's `sm`: a narrower table shows fewer columns than a card has lines. */
const WIDE = "(min-width: 40rem)";

function onWidth(notify: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener("change", notify);
  return () => wide.removeEventListener("change", notify);
}

/** Grid or table, kept in this browser; a narrow window has the grid only. */
export function useCopyView(): [CopyView, (view: CopyView) => void] {
  const isWide = useSyncExternalStore(
    onWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  );
  const [view, setView] = useState<CopyView>(() => {
    try {
      return localStorage.getItem(VIEW_KEY) === "table" ? "table" : "grid";
    } catch {
      return "grid"; // storage is forbidden
    }
  });
  return [
    isWide ? view : "grid",
    (next) => {
      setView(next);
      try {
        localStorage.setItem(VIEW_KEY, next);
      } catch {
        // It lasts as long as this page.
      }
    },
  ];
}
