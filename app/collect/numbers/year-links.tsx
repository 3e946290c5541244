import { useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { button } from "../../shared/ui/button.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { comingYear, yearsInShirts } from "../domain/copies/statistics.ts";
import { Chart } from "./chart.tsx";

/** Links to the member's years in shirts; in November, when this one opens. */
export function YearLinks({ copies }: { copies: readonly CopyEntry[] }) {
  const { t } = useTranslation("collectionNumbers");
  const to = useHref();
  const [now] = useState(() => new Date());
  const years = yearsInShirts(copies, now);
  const coming = comingYear(now);
  if (years.length === 0 && !coming) return null;
  return (
    <Chart title={t("years")} isWide>
      {coming && <p className="text-muted">{t("yearSoon", { year: coming })}</p>}
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {years.map((year) => (
          <li key={year}>
            <Link
              to={to("year", { year: String(year) })}
              className={button({ variant: "outline", className: "numeral text-xl" })}
            >
              {year}
            </Link>
          </li>
        ))}
      </ul>
    </Chart>
  );
}
