import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Select } from "../../components/ui/select.tsx";
import {
  type CatalogueQuery,
  type CatalogueSort,
  SORTS,
  withSort,
} from "../../domain/catalogue-query.ts";
import { FilterForm } from "./filter-form.tsx";
import { useFilter } from "./filter-link.tsx";

/** The order of the result. Without scripts a button submits it. */
export function SortMenu({ query }: { query: CatalogueQuery }) {
  const { t } = useTranslation("filters");
  const filter = useFilter();
  return (
    <FilterForm query={withSort(query, "best")} className="flex min-w-0 items-center gap-2">
      <label htmlFor="sort" className="sr-only text-sm font-semibold sm:not-sr-only">
        {t("sort.label")}
      </label>
      <Select
        id="sort"
        name="sort"
        // Remounts when the address changes, for example by the back button.
        key={query.sort}
        defaultValue={query.sort}
        className="w-48 min-w-0 shrink"
        onChange={({ currentTarget: { value } }) => filter(withSort(query, value as CatalogueSort))}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit" variant="outline">
          {t("sort.apply")}
        </Button>
      </noscript>
    </FilterForm>
  );
}
