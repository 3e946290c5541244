import type { NamedValue } from "../data/jerseys/catalogue-names.ts";
import { NAMED_FILTERS } from "../domain/catalogue-query.ts";
import type { CatalogueCounts } from "../data/jerseys/catalogue.ts";
import type { FilterView } from "../data/jerseys/filter-view.ts";

/** The same filters, counted among the jerseys of a member's own side. */
export function withOwnCounts<View extends Omit<FilterView, "query">>(
  view: View,
  { total, facets }: CatalogueCounts,
): View {
  const named = { ...view.named };
  for (const filter of NAMED_FILTERS) {
    named[filter] = view.named[filter]
      .map(([slug, name, , ...also]): NamedValue => [
        slug,
        name,
        facets[filter]?.[slug] ?? 0,
        ...also,
      ])
      // Stable: equal ones stay in their order.
      .sort((one, other) => other[2] - one[2]);
  }
  return { ...view, total, counts: facets, named };
}
