import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { button } from "../../../shared/ui/button.tsx";

/** Links to the teams before and after those on the page, for a season of many teams. */
export function Pages({ page, pages }: { page: number; pages: number }) {
  const { t } = useTranslation("season");
  const link = (to: number, label: string) => (
    <Link to={to === 1 ? "?" : `?page=${to}`} className={button({ variant: "outline" })}>
      {label}
    </Link>
  );
  return (
    <nav aria-label={t("pages.label")} className="flex flex-wrap gap-2">
      {page > 1 && link(page - 1, t("pages.previous"))}
      {page < pages && link(page + 1, t("pages.next"))}
    </nav>
  );
}
