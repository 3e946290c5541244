import { Search } from "lucide-react";
import { useId } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { type CatalogueQuery, withoutFilter } from "../domain/catalogue-query.ts";
import { LONGEST_QUERY, SHORTEST_QUERY } from "../../shared/domain/search-text.ts";
import { FilterForm } from "./filter-form.tsx";
import { AddressValueInput } from "./address-value-input.tsx";

/** Narrows the result by words, as the search finds them. */
export function WordForm({ query }: { query: CatalogueQuery }) {
  const { t } = useTranslation(["filters", "common"]);
  const id = useId();
  return (
    <FilterForm query={withoutFilter(query, "q")} className="relative">
      <label htmlFor={id} className="sr-only">
        {t("q.label")}
      </label>
      <AddressValueInput
        id={id}
        type="search"
        name="q"
        value={query.q}
        minLength={SHORTEST_QUERY}
        maxLength={LONGEST_QUERY}
        placeholder={t("q.placeholder")}
        enterKeyHint="search"
        className="pr-12"
      />
      <Button
        type="submit"
        variant="ghost"
        size="icon"
        aria-label={t("common:search.open")}
        className="absolute top-0 right-0"
      >
        <Search aria-hidden />
      </Button>
    </FilterForm>
  );
}
