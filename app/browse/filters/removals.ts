import {
  type CatalogueQuery,
  type Filter,
  LIST_FILTERS,
  withoutFilter,
} from "../domain/catalogue-query.ts";
import type { FilterView } from "../data/jerseys/filter-view.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { ownLabel, photoLabel, valueLabel, yearsLabel } from "./labels.ts";

/** A filter that is in the way of any result. */
export interface Removal {
  key: string;
  label: string;
  query: CatalogueQuery;
  count: number;
}

/** Every single filter whose removal would bring something, the most first. */
export function removals(view: FilterView, lang: Language): Removal[] {
  const { query, named } = view;
  const textOf = (name: string): string | undefined => {
    if (name === "years") return yearsLabel(query, lang);
    if (name === "photo") return query.photo && photoLabel(query.photo, lang);
    if (name === "own") return query.own && ownLabel(query.own, lang);
    if (name === "q") return query.q;
    return LIST_FILTERS.filter((filter) => filter === name)
      .flatMap((filter) => query[filter].map((value) => valueLabel(filter, value, named, lang)))
      .join(", ");
  };
  return Object.entries(view.counts.without ?? {})
    .flatMap(([name, count]): Removal[] => {
      const label = count > 0 ? textOf(name) : undefined;
      return label
        ? [{ key: name, label, query: withoutFilter(query, name as Filter), count }]
        : [];
    })
    .toSorted((one, other) => other.count - one.count);
}
