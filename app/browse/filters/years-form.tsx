import { useId } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { type CatalogueQuery, withoutFilter } from "../domain/catalogue-query.ts";
import { FilterForm } from "./filter-form.tsx";
import { AddressValueInput } from "./address-value-input.tsx";

const BOUNDS = ["from", "to"] as const;

/** The years from … to. Reversed ones are swapped. */
export function YearsForm({ query }: { query: CatalogueQuery }) {
  const { t } = useTranslation("filters");
  const id = useId();
  return (
    <FilterForm query={withoutFilter(query, "years")} className="filter-years">
      {BOUNDS.map((bound) => (
        <span key={bound} className="contents">
          <label htmlFor={`${id}-${bound}`} className="text-sm">
            {t(`years.${bound}`)}
          </label>
          <AddressValueInput
            id={`${id}-${bound}`}
            name={bound}
            value={query[bound]}
            inputMode="numeric"
            pattern="(1[89]|20)\d\d"
            maxLength={4}
            size={4}
            placeholder={bound === "from" ? "1985" : "1999"}
            autoComplete="off"
            className="h-10! px-2! text-center tabular-nums"
          />
        </span>
      ))}
      <Button type="submit" variant="outline" size="sm" className="h-10! px-3!">
        {t("years.apply")}
      </Button>
    </FilterForm>
  );
}
