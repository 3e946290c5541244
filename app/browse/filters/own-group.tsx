import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { OWN_SIDES, type OwnSide, withOne } from "../domain/catalogue-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { FilterGroup } from "../../collect/components/filters/filter-group.tsx";
import { ValueList } from "./filter-group.tsx";
import { ownLabel } from "./labels.ts";
import type { FilterView } from "../data/jerseys/filter-view.ts";

/** A member's own side: shelves and votes. */
export function OwnGroup({
  view: { query },
  sides,
}: {
  view: Pick<FilterView, "query">;
  /** Undefined while they are counted. */
  sides: Record<OwnSide, number> | undefined;
}) {
  const { t } = useTranslation("filters");
  const lang = useLanguage();
  return (
    <FilterGroup title={t("group.own")}>
      <ValueList
        values={OWN_SIDES.map((own) => ({
          key: own,
          label: ownLabel(own, lang),
          count: sides?.[own] ?? 0,
          isChosen: query.own === own,
          next: withOne(query, "own", own),
        }))}
      />
    </FilterGroup>
  );
}
