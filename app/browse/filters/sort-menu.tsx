import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { type CatalogueSort, SORTS } from "../domain/catalogue-sorts.ts";

/**
 * The order of the result. Without scripts a button submits it.
 * It is in every page's first scripts, so it works on the query string: the order is its last parameter.
 */
export function SortMenu({
  search,
  sort: chosen,
}: {
  /** The canonical query string, without a step. */
  search: string;
  sort: CatalogueSort;
}) {
  const { t } = useTranslation("filters");
  const path = useHref()("catalogue", {});
  const navigate = useNavigate();
  const others = new URLSearchParams(search);
  others.delete("sort");
  const sortBy = (sort: string) => {
    const next = new URLSearchParams(others);
    if (sort !== SORTS[0]) next.set("sort", sort);
    void navigate(next.size > 0 ? `${path}?${next}` : path, { preventScrollReset: true });
  };
  return (
    <form method="get" action={path} className="flex min-w-0 items-center gap-2">
      {[...others].map(([name, value]) => (
        <input key={`${name}:${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort" className="sr-only text-sm font-semibold sm:not-sr-only">
        {t("sort.label")}
      </label>
      <Select
        id="sort"
        name="sort"
        // Remounts when the address changes, for example by the back button.
        key={chosen}
        defaultValue={chosen}
        className="grow sm:w-64"
        onChange={({ currentTarget: { value } }) => sortBy(value)}
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
    </form>
  );
}
