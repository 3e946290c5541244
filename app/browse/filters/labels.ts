import {
  type CatalogueQuery,
  decadeOfQuery,
  LIST_FILTERS,
  type ListFilter,
  type NamedFilter,
  type OwnSide,
  type PHOTOS,
  withOne,
  withoutFilter,
  withToggled,
} from "../domain/catalogue-query.ts";
import type { Color } from "../../shared/domain/colors.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";
import { FACET_FACTS, type StoredFact } from "../../shared/domain/facts/jersey.ts";
import { factText } from "../../shared/i18n/fact-text.ts";
import { leagueOfSport } from "../../shared/domain/sports.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import type { FilterView } from "../data/jerseys/filter-view.ts";

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
  const fact = FACET_FACTS.find(({ name }) => name === filter);
  if (fact) return factText(fact, value as StoredFact<typeof fact>, lang) ?? value;
  return named[filter as NamedFilter].find(([slug]) => slug === value)?.[1] ?? value;
}

/** "Années 1990", "1985–1987", "Depuis 1985"; undefined without years. */
export function yearsLabel(query: CatalogueQuery, lang: Language): string | undefined {
  const t = translator(lang, "filters");
  const { from, to } = query;
  const decade = decadeOfQuery(query);
  if (decade !== undefined) return translator(lang, "catalogue")("decade", { year: decade });
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
