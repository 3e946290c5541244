import {
  type CatalogueQuery,
  decadeOfQuery,
  LIST_FILTERS,
  type ListFilter,
  MOST_COUNTED,
  type OwnSide,
  PHOTOS,
  withDecade,
  withOne,
  withoutFilter,
  withToggled,
} from "../../domain/catalogue-query.ts";
import type { Color } from "../../domain/colors.ts";
import type { KitType } from "../../domain/kit-types.ts";
import { leagueOfSport } from "../../domain/sports.ts";
import { formatNumber } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translations.ts";
import type { FilterView } from "../../data/jerseys/filter-view.ts";

/** A count as people read it: exact up to 1,000, then "1 000+". */
export function shownCount(count: number, lang: Language): string {
  return count > MOST_COUNTED ? `${formatNumber(MOST_COUNTED, lang)}+` : formatNumber(count, lang);
}

/** The text of a value of a filter; a slug without a name is shown as it is. */
export function valueLabel(
  filter: ListFilter,
  value: string,
  named: FilterView["named"],
  lang: Language,
): string {
  const t = translator(lang, "common");
  if (filter === "sport") return t(`league.${leagueOfSport(value)!}`);
  if (filter === "kit") return t(`kitType.${value as KitType}`);
  if (filter === "color") return t(`color.${value as Color}`);
  return named[filter].find(([slug]) => slug === value)?.[1] ?? value;
}

/** "Années 1990", "1985–1987", "Depuis 1985"; undefined without years. */
export function yearsLabel(query: CatalogueQuery, lang: Language): string | undefined {
  const t = translator(lang, "filters");
  const { from, to } = query;
  const decade = decadeOfQuery(query);
  if (decade !== undefined) return t("years.decade", { start: decade });
  if (from !== undefined && to !== undefined) {
    return from === to ? String(from) : t("years.span", { from, to });
  }
  if (from !== undefined) return t("years.since", { from });
  return to === undefined ? undefined : t("years.until", { to });
}

export function photoLabel(photo: (typeof PHOTOS)[number], lang: Language): string {
  return translator(lang, "filters")(`photo.${photo}`);
}

export function ownLabel(own: OwnSide, lang: Language): string {
  return translator(lang, "filters")(`own.${own}`);
}

/** A chosen value, and the query without it. */
export interface Chosen {
  key: string;
  label: string;
  without: CatalogueQuery;
  color?: Color;
}

/** Everything that a query chooses, in the order of the filters. */
export function chosenValues(
  { query, named }: Pick<FilterView, "query" | "named">,
  lang: Language,
): Chosen[] {
  const chosen: Chosen[] = LIST_FILTERS.flatMap((filter) =>
    query[filter].map((value) => ({
      key: `${filter}:${value}`,
      label: valueLabel(filter, value, named, lang),
      without: withToggled(query, filter, value),
      ...(filter === "color" && { color: value as Color }),
    })),
  );
  const years = yearsLabel(query, lang);
  if (years) {
    chosen.push({ key: "years", label: years, without: withoutFilter(query, "years") });
  }
  const { photo, q, own } = query;
  if (photo) {
    chosen.push({
      key: "photo",
      label: photoLabel(photo, lang),
      without: withOne(query, "photo", photo),
    });
  }
  if (q) {
    const label = translator(lang, "filters")("q.chip", { words: q });
    chosen.push({ key: "q", label, without: withoutFilter(query, "q") });
  }
  if (own) {
    chosen.push({ key: "own", label: ownLabel(own, lang), without: withOne(query, "own", own) });
  }
  return chosen;
}

/** A value that a filter offers. */
export interface OfferedValue {
  key: string;
  label: string;
  count: number;
  isChosen: boolean;
  /** The query with the value chosen, or without it if it was. */
  next: CatalogueQuery;
  color?: Color;
}

/** The values of a filter with several values. */
export function offeredValues(
  { query, counts, named }: FilterView,
  filter: ListFilter,
  values: readonly string[],
  lang: Language,
): OfferedValue[] {
  return values.map((value) => ({
    key: value,
    label: valueLabel(filter, value, named, lang),
    count: counts[filter]?.[value] ?? 0,
    isChosen: query[filter].includes(value),
    next: withToggled(query, filter, value),
    ...(filter === "color" && { color: value as Color }),
  }));
}

/** The decades, the newest first. */
export function offeredDecades({ query, counts, decades }: FilterView, lang: Language) {
  const t = translator(lang, "filters");
  return decades
    .toSorted((one, other) => other - one)
    .map((start): OfferedValue => ({
      key: String(start),
      label: t("years.decade", { start }),
      count: counts.decade?.[start] ?? 0,
      isChosen: decadeOfQuery(query) === start,
      next: withDecade(query, start),
    }));
}

/** With a photo, and drawn. */
export function offeredPhotos({ query, counts }: FilterView, lang: Language): OfferedValue[] {
  return PHOTOS.map((photo) => ({
    key: photo,
    label: photoLabel(photo, lang),
    count: counts.photo?.[photo] ?? 0,
    isChosen: query.photo === photo,
    next: withOne(query, "photo", photo),
  }));
}

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
