import { type CatalogueQuery, LIST_FILTERS, withoutFilter } from "../../domain/catalogue-query.ts";
import type { FilterView } from "../../data/jerseys/filter-view.ts";
import type { Language } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translations.ts";
import { ownLabel, photoLabel, valueLabel } from "./labels.ts";

/** A filter that is in the way of any result. */
export interface Removal {
  key: string;
  label: string;
  query: CatalogueQuery;
  count: number;
}

/** Every single filter whose removal would bring something, the most first. */
export function removals(view: FilterView, lang: Language): Removal[] {
  const t = translator(lang, "filters");
  const { query, named } = view;
  const textOf = (name: string): string | undefined => {
    if (name === "from") return t("years.since", { from: query.from });
    if (name === "to") return t("years.until", { to: query.to });
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
      return label ? [{ key: name, label, query: withoutName(query, name), count }] : [];
    })
    .toSorted((one, other) => other.count - one.count);
}

/** Without one parameter, as the database counts it: the two years apart. */
function withoutName(query: CatalogueQuery, name: string): CatalogueQuery {
  if (name === "from" || name === "to") return { ...query, [name]: undefined, after: undefined };
  return withoutFilter(query, name as Parameters<typeof withoutFilter>[1]);
}
