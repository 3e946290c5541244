import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { TREND_CHOICES, type TrendChoice, trendSearch } from "./trend-param.ts";

/** The highest scores or rising jerseys. The choices are links, so each has an address. */
export function TrendsChoice({ chosen }: { chosen: TrendChoice }) {
  const { t } = useTranslation("home");
  const [params] = useSearchParams();
  return (
    <nav aria-label={t("trends.choice")} className="flex flex-wrap gap-x-5">
      {TREND_CHOICES.map((choice) => (
        <Link
          key={choice}
          to={{ search: trendSearch(params, choice) }}
          preventScrollReset
          aria-current={choice === chosen ? "true" : undefined}
          className="inline-flex min-h-11 items-center border-b-3 border-transparent font-semibold text-muted transition-colors hover:text-ink aria-[current]:border-current aria-[current]:text-ink"
        >
          {t(`trends.${choice}`)}
        </Link>
      ))}
    </nav>
  );
}
