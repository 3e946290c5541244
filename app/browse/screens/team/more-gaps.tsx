import { ChevronDown, Plus } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useSubmitHref } from "../../components/no-jerseys.tsx";
import { button } from "../../../shared/ui/button.tsx";
import type { KitType } from "../../../shared/domain/kit-types.ts";

interface MoreGapsProps {
  teamId: string;
  /** Years that have no row. */
  years: number[];
  /** Kit types without a column. */
  kits: KitType[];
  /** The season of a year, for a new submission. */
  seasonOf: (year: number) => string | undefined;
}

/**
 * Below the timeline: links to submit a jersey of a kit type without a column, and of a year without a row. The years
 * are folded, with their number.
 */
export function MoreGaps({ teamId, years, kits, seasonOf }: MoreGapsProps) {
  const { t } = useTranslation("team");
  const { t: common } = useTranslation();
  const submit = useSubmitHref();
  const gap = button({ variant: "outline", className: "gap-1 px-3" });
  return (
    <>
      {kits.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {kits.map((kit) => (
            <li key={kit}>
              <Link
                to={submit({ team: teamId, kit })}
                aria-label={common("of", {
                  label: common("nav.submit"),
                  name: common(`kitType.${kit}`),
                })}
                className={gap}
              >
                <Plus aria-hidden />
                {common(`kitType.${kit}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {years.length > 0 && (
        <details className="fold mt-3 border-t border-line">
          <summary className="min-h-12 justify-between gap-3 text-muted">
            {t("timeline.emptyYears", { count: years.length })}
            <ChevronDown aria-hidden />
          </summary>
          <ul className="flex flex-wrap gap-2 pb-2">
            {years.map((year) => (
              <li key={year}>
                <Link
                  to={submit({ team: teamId, year, season: seasonOf(year) })}
                  aria-label={common("of", { label: common("nav.submit"), name: year })}
                  className={gap}
                >
                  <Plus aria-hidden />
                  <span className="numeral text-lg">{year}</span>
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
