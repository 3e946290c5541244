import {
  decadeOfQuery,
  type CatalogueQuery,
  type ListFilter,
  type NamedFilter,
  PHOTOS,
  withDecade,
  withOne,
  withToggled,
} from "../domain/catalogue-query.ts";
import type { FilterView } from "../data/jerseys/filter-view.ts";
import { isInSet, KIT_TYPES, type KitType } from "../../shared/domain/kit-types.ts";
import type { Color } from "../../shared/domain/colors.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { photoLabel, valueLabel } from "./labels.ts";

/** A value that a filter offers. */
export interface OfferedValue {
  key: string;
  label: string;
  /** What else it is called. */
  also?: string | undefined;
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
    also: named[filter as NamedFilter]?.find(([slug]) => slug === value)?.[3],
    count: counts[filter]?.[value] ?? 0,
    isChosen: query[filter].includes(value),
    next: withToggled(query, filter, value),
    ...(filter === "color" && { color: value as Color }),
  }));
}

/** The kit types; those beside a team's set only where there are any. */
export function offeredKits(view: FilterView, lang: Language): OfferedValue[] {
  return offeredValues(view, "kit", KIT_TYPES, lang).filter(
    ({ key, count, isChosen }) => count > 0 || isChosen || isInSet(key as KitType),
  );
}

/** The decades, the newest first. */
export function offeredDecades({ query, counts, decades }: FilterView, lang: Language) {
  return decades
    .toSorted((one, other) => other - one)
    .map((start): OfferedValue => ({
      key: String(start),
      label: translator(lang, "catalogue")("decade", { year: start }),
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
