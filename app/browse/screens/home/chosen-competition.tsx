import { X } from "lucide-react";
import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { orderedSearch } from "../../../shared/address/ordered-search.ts";
import { button } from "../../../shared/ui/button.tsx";

/** Names the competition that filters the page, with a link to remove the filter. */
export function ChosenCompetition({ name }: { name: string }) {
  const { t } = useTranslation("competitions");
  const [params] = useSearchParams();
  const without = new URLSearchParams(params);
  without.delete("competition");
  return (
    <p className="flex items-center gap-3">
      <span className="font-semibold">{t("chosen.label", { name })}</span>
      <Link
        to={{ search: orderedSearch(without) }}
        preventScrollReset
        aria-label={t("chosen.remove", { name })}
        className={button({ variant: "outline", size: "icon" })}
      >
        <X aria-hidden />
      </Link>
    </p>
  );
}
