import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { X } from "lucide-react";
import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { jerseysOf } from "../../i18n/jerseys-of.ts";
import { orderedSearch } from "../../../shared/address/ordered-search.ts";
import { button } from "../../../shared/ui/button.tsx";

/** Names the competition that filters the page, with a link to remove the filter. */
export function ChosenCompetition({ name }: { name: string }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const [params] = useSearchParams();
  const without = new URLSearchParams(params);
  without.delete("competition");
  return (
    <p className="flex items-center gap-3">
      <span className="font-semibold">{jerseysOf(name, lang)}</span>
      <Link
        to={{ search: orderedSearch(without) }}
        preventScrollReset
        aria-label={t("of", { label: t("action.remove"), name })}
        className={button({ variant: "outline", size: "icon" })}
      >
        <X aria-hidden />
      </Link>
    </p>
  );
}
