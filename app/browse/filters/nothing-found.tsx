import { Search, SearchX } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { setFilters, withoutFilters } from "../domain/catalogue-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { resultsPath } from "../search/query-param.ts";
import { FilterLink } from "./filter-link.tsx";
import { shownCount } from "./shown-count.ts";
import { removals } from "./removals.ts";
import type { FilterView } from "../data/jerseys/filter-view.ts";

/** What was pressed goes away with the page: the focus goes on to the new result. */
const toResult = () =>
  document.querySelector<HTMLElement>("#maillots-found")?.focus({ preventScroll: true });

/** Offers each single filter whose removal would bring something. */
export function NothingFound({ view }: { view: FilterView }) {
  const { t } = useTranslation(["filters", "catalogue"]);
  const lang = useLanguage();
  const offered = removals(view, lang);
  // The only filter is removed either way.
  const isOnly = setFilters(view.query).length === 1 && offered.length > 0;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t("nothing.title")}
      action={
        isOnly ? undefined : (
          <FilterLink
            query={withoutFilters(view.query)}
            onFollow={toResult}
            className={button({ variant: "outline" })}
          >
            {t("catalogue:clear")}
          </FilterLink>
        )
      }
    >
      {view.query.q && (
        <p className="mb-4">
          <Link
            to={resultsPath(view.query.q, lang)}
            rel="nofollow"
            className={button({ className: "py-2" })}
          >
            <Search aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              {t("nothing.search", { words: view.query.q })}
            </span>
          </Link>
        </p>
      )}
      <p>{offered.length > 0 ? t("nothing.text") : t("nothing.none")}</p>
      {offered.length > 0 && (
        <ul className="mt-4 grid justify-items-center gap-2">
          {offered.map(({ key, label, query, count }) => (
            <li key={key} className="min-w-0 max-w-full">
              <FilterLink
                query={query}
                onFollow={toResult}
                className={button({ className: "max-w-full" })}
              >
                <span className="truncate">{t("nothing.remove", { what: label })}</span>
                <span className="numeral text-lg">{shownCount(count, lang)}</span>
              </FilterLink>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}
