import { lazy, memo, Suspense, useEffect, useEffectEvent } from "react";

import { isPlainClick } from "../../shared/components/plain-link.tsx";
import type { FilterView } from "../data/jerseys/filter-view.ts";
import {
  liveLinks,
  useFilterNavigation,
} from "../../shared/components/filters/filter-navigation.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";

const { promise: needed, resolve } = Promise.withResolvers<void>();

/**
 * Call when the filters are seen, are about to be used, or the page changes. In a closed sheet they are only HTML, as they came
 * from the server: a tenth of the site's own scripts loads when the sheet is opened. Their links work meanwhile
 * (`useEarlyLinks`).
 */
export const needFilters = (): void => resolve();

async function load() {
  if (!import.meta.env.SSR) await needed;
  const [{ FilterGroups }, { Chips }] = await Promise.all([
    import("./filter-groups.tsx"),
    import("./chips.tsx"),
  ]);
  return { FilterGroups, Chips };
}

const Chips = lazy(async () => ({ default: (await load()).Chips }));
const FilterGroups = lazy(async () => ({ default: (await load()).FilterGroups }));

/** How long the filters wait where a service worker keeps the site, in milliseconds. */
const OFFLINE_MS = 2_000;

/**
 * The page can't change, nor say why, before the filters are hydrated, and without a network they can't be: where a service
 * worker keeps the site, they load a moment after the page, as a part of what it keeps.
 */
export function useOfflineFilters(): void {
  useEffect(() => {
    if (!navigator.serviceWorker?.controller) return;
    const timer = setTimeout(needFilters, OFFLINE_MS);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * Until they are hydrated, a press on one of their links goes on within the page, too: once their scripts are there, since
 * a result that came first would replace their HTML, and take the focus with it.
 */
export function useEarlyLinks(): void {
  const goTo = useFilterNavigation();
  const goOn = useEffectEvent((to: string) => goTo(to));
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-filter]");
    if (!link || liveLinks.has(link) || !isPlainClick(event)) return;
    event.preventDefault();
    needFilters();
    const { pathname } = location;
    const to = link.pathname + link.search;
    const go = () => {
      // Unless another page has come meanwhile.
      if (location.pathname === pathname) goOn(to);
    };
    void load().then(go, go);
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => follow(event);
    // Before React, which stops the presses on what it has yet to hydrate.
    addEventListener("click", onClick, { capture: true });
    return () => removeEventListener("click", onClick, { capture: true });
  }, []);
}

/*
 * Both are memoised: an update that comes before they are hydrated, such as the session's, would take their HTML away
 * until their scripts have loaded.
 */

/** The chosen values, hydrated with the filters. */
export const LateChips = memo(function LateChips({ view }: { view: FilterView }) {
  return (
    <Suspense>
      <Chips view={view} />
    </Suspense>
  );
});

/** The filters, hydrated once they are needed. */
export const LateGroups = memo(function LateGroups({ view }: { view: FilterView }) {
  return (
    // Seen after a navigation within the site only: no HTML came then.
    <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
      <FilterGroups view={view} />
    </Suspense>
  );
});
