import { SlidersHorizontal } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { button } from "../../shared/ui/button.tsx";

/** Leads from a list of jerseys to the catalogue, with the list's filter set. */
export function FilterThese({ by }: { by: Record<string, string> }) {
  const { t } = useTranslation("catalogue");
  const to = useHref();
  return (
    <Link
      to={`${to("catalogue", {})}?${new URLSearchParams(by)}`}
      // Search engines follow it to pages with one filter only.
      rel={Object.keys(by).length > 1 ? "nofollow" : undefined}
      className={button({ variant: "outline", size: "sm" })}
    >
      <SlidersHorizontal aria-hidden />
      {t("jerseys.filter")}
    </Link>
  );
}
