import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { FilterView } from "../data/jerseys/filter-view.ts";
import { button } from "../../shared/ui/button.tsx";
import { FilterGroups } from "./filter-groups.tsx";
import { FilterLink } from "./filter-link.tsx";

/** Words and pictures have their place in the catalogue itself. */
const DECIDED = ["sport", "competition", "q", "photo"] as const;

/**
 * The filters of a list on another screen, open: each value leads to the catalogue, which shows the same
 * list, narrowed.
 */
export function OpenFilters({ view }: { view: FilterView }) {
  const { t } = useTranslation("filters");
  return (
    <section aria-label={t("filters")} className="open-filters">
      <FilterGroups view={view} leaveOut={DECIDED} />
      <FilterLink query={view.query} className={button({ variant: "outline", size: "sm" })}>
        {t("openAll")}
      </FilterLink>
    </section>
  );
}
