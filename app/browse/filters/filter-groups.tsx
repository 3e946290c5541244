import { Fragment, lazy, type ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { factKey } from "../../shared/i18n/fact-key.ts";
import { MOST_NAMED } from "../data/jerseys/catalogue-names.ts";
import { type Filter, KNOWN_VALUES, type NamedFilter } from "../domain/catalogue-query.ts";
import { FACET_FACTS } from "../../shared/domain/facts/jersey.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { FilterGroup } from "../../collect/components/filters/filter-group.tsx";
import { FullHint, LongValueList, ValueList } from "./filter-group.tsx";
import {
  offeredDecades,
  offeredKits,
  offeredPhotos,
  type OfferedValue,
  offeredValues,
} from "./offered.ts";
import type { FilterView } from "../data/jerseys/filter-view.ts";
import { WordForm } from "./word-form.tsx";
import { YearsForm } from "./years-form.tsx";

/** Lazy: few type a club here. */
const FoundTeams = lazy(() => import("./found-teams.tsx"));

/** All filters of the catalogue, what people remember of a shirt first. */
export function FilterGroups({
  view,
  leaveOut = [],
}: {
  view: FilterView;
  /** Filters that the place already decides. */
  leaveOut?: readonly Filter[];
}) {
  const { t } = useTranslation(["filters", "facts"]);
  const lang = useLanguage();
  const known = (filter: "sport" | "kit" | "color") =>
    offeredValues(view, filter, KNOWN_VALUES[filter] ?? [], lang);
  const named = (filter: NamedFilter, others?: (words: string) => ReactNode) => {
    const values = view.named[filter];
    if ((values.length === 0 && !others) || leaveOut.includes(filter)) return null;
    const slugs = values.map(([slug]) => slug);
    return (
      <FilterGroup title={t(factKey(filter))}>
        <LongValueList
          title={t(factKey(filter))}
          values={offeredValues(view, filter, slugs, lang)}
          isCut={values.length >= MOST_NAMED}
          others={others}
        />
      </FilterGroup>
    );
  };
  return (
    <>
      {!leaveOut.includes("q") && <WordForm query={view.query} />}
      <FilterGroup title={t("facts:color")}>
        <ValueList values={known("color")} className="filter-colors" />
        <FullHint values={known("color")} />
      </FilterGroup>
      <FilterGroup title={t("group.years")}>
        <ValueList values={offeredDecades(view, lang)} hasBars />
        <YearsForm query={view.query} />
      </FilterGroup>
      {!leaveOut.includes("sport") && (
        <FilterGroup title={t("facts:league")}>
          <ValueList values={known("sport")} />
        </FilterGroup>
      )}
      {named("competition")}
      {named("team", (words) => (
        <FoundTeams
          words={words}
          offered={view.named.team.map(([slug]) => slug)}
          query={view.query}
        />
      ))}
      <FilterGroup title={t("facts:kit_type")}>
        <ValueList values={offeredKits(view, lang)} />
      </FilterGroup>
      {named("brand")}
      {FACET_FACTS.map((fact) => (
        <Fragment key={fact.name}>
          {"choices" in fact ? (
            <Facet
              title={t(factKey(fact.name))}
              values={offeredValues(view, fact.name, fact.choices, lang)}
            />
          ) : (
            named(fact.name)
          )}
        </Fragment>
      ))}
      {!leaveOut.includes("photo") && (
        <FilterGroup title={t("group.photo")}>
          <ValueList values={offeredPhotos(view, lang)} />
        </FilterGroup>
      )}
    </>
  );
}

/** The values that some jersey has: the others would be a list of zeros. */
function Facet({ title, values }: { title: string; values: OfferedValue[] }) {
  const offered = values.filter(({ count, isChosen }) => count > 0 || isChosen);
  if (offered.length === 0) return null;
  return (
    <FilterGroup title={title}>
      <ValueList values={offered} />
    </FilterGroup>
  );
}
