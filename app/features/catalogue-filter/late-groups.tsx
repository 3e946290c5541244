import { lazy, memo, Suspense } from "react";

import type { FilterView } from "../../data/jerseys/filter-view.ts";

const { promise: needed, resolve } = Promise.withResolvers<void>();

/**
 * Call when the filters are seen, are about to be used, or the page changes. In a closed sheet they are only HTML, as they came
 * from the server: a tenth of the site's own scripts loads when the sheet is opened. Their links work meanwhile.
 */
export const needFilters = (): void => resolve();

const readChips = () => import("./chips.tsx");

/** The chosen values; only pages that have some load them at once. */
export const Chips = lazy(async () => ({ default: (await readChips()).Chips }));

const FilterGroups = lazy(async () => {
  if (!import.meta.env.SSR) await needed;
  const [{ FilterGroups: loaded }] = await Promise.all([
    import("./filter-groups.tsx"),
    readChips(),
  ]);
  return { default: loaded };
});

/** The filters, hydrated once they are needed. Memoised: an update before that would render them anew. */
export const LateGroups = memo(function LateGroups({ view }: { view: FilterView }) {
  return (
    <Suspense>
      <FilterGroups view={view} />
    </Suspense>
  );
});
