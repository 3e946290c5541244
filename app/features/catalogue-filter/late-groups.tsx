import { lazy, memo, Suspense } from "react";

import type { FilterView } from "../../data/jerseys/filter-view.ts";

const { promise: needed, resolve } = Promise.withResolvers<void>();

/**
 * Call when the filters are seen, are about to be used, or the page changes. In a closed sheet they are only HTML, as they came
 * from the server: a tenth of the site's own scripts loads when the sheet is opened. Their links work meanwhile.
 */
export const needFilters = (): void => resolve();

const readChips = () => import("./chips.tsx");

const Chips = lazy(async () => ({ default: (await readChips()).Chips }));

const FilterGroups = lazy(async () => {
  if (!import.meta.env.SSR) await needed;
  const [{ FilterGroups: loaded }] = await Promise.all([
    import("./filter-groups.tsx"),
    readChips(),
  ]);
  return { default: loaded };
});

/*
 * Both are memoised: an update that comes before they are hydrated, such as the session's, would take their HTML away
 * until their scripts have loaded.
 */

/** The chosen values; only pages that have some load them. */
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
    <Suspense>
      <FilterGroups view={view} />
    </Suspense>
  );
});
