import { Plus } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { seasonAnchor } from "../../../jersey/address/season-path.ts";
import { useSubmitHref } from "../../components/no-jerseys.tsx";
import { MAIN_KITS } from "../../../shared/domain/kit-types.ts";

interface EmptyRunProps {
  teamId: string;
  /** Newest first. */
  years: number[];
  /** The name of a year's season in the reader's language. */
  nameOf: (year: number) => string;
  /** Its id, for a new submission. */
  seasonOf: (year: number) => string | undefined;
  isOpen: boolean;
}

/** Years without a jersey that follow each other, as one line; unfolded, each has a link per kit type to submit one. */
export function EmptyRun({ teamId, years, nameOf, seasonOf, isOpen }: EmptyRunProps) {
  const { t } = useTranslation("team");
  const { t: common } = useTranslation();
  const submit = useSubmitHref();
  const [newest = 0] = years;
  const oldest = years.at(-1) ?? newest;
  return (
    <>
      {/* Outside of the disclosure, so that a link to a year finds it folded too. */}
      {years.map((year) => (
        <span key={year} id={seasonAnchor(year)} className="block scroll-mt-20" />
      ))}
      <details open={isOpen} className="fold rounded-xl border border-dashed border-line">
        <summary className="min-h-11 gap-x-3 px-3 text-sm text-muted hover:text-ink">
          <span className="grow">
            {oldest === newest
              ? t("timeline.emptyYear", { season: nameOf(newest) })
              : t("timeline.emptyRun", { from: nameOf(oldest), to: nameOf(newest) })}
          </span>
          <Plus aria-hidden />
          {t("timeline.fill")}
        </summary>
        <ul className="grid gap-1 px-3 pb-3">
          {years.map((year) => (
            <li key={year} className="flex flex-wrap items-center gap-x-4">
              <span className="numeral w-12 text-xl md:w-24 md:text-2xl">{year}</span>
              {MAIN_KITS.map((kit) => (
                <Link
                  key={kit}
                  to={submit({ team: teamId, kit, year, season: seasonOf(year) })}
                  aria-label={common("of", {
                    label: common("nav.submit"),
                    name: `${common(`kitType.${kit}`)}, ${year}`,
                  })}
                  className="inline-flex min-h-11 items-center gap-1 text-sm underline decoration-control underline-offset-4 hover:decoration-ink"
                >
                  {common(`kitType.${kit}`)}
                </Link>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
