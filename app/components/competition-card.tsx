import { cva } from "class-variance-authority";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../i18n/use-language.ts";
import type { CompetitionSummary } from "../lib/competition.ts";
import { COMPETITION_YEARS } from "../lib/competition-years.ts";
import { button } from "./ui/button.tsx";
import { Skeleton } from "./ui/skeleton.tsx";

const frame =
  "relative isolate grid h-full min-h-44 content-between gap-6 overflow-hidden rounded-2xl bg-surface p-5";

const stripe = cva("absolute inset-y-0 left-0 -z-10 w-1.5", {
  variants: {
    league: {
      NBA: "bg-nba",
      NFL: "bg-nfl",
      NHL: "bg-nhl",
      SOCCER: "bg-soccer",
      ESPORT: "bg-esport",
    },
  },
});

/** A competition in a list: its name, its country, and the year it began as a number on a back. */
export function CompetitionCard({ competition }: { competition: CompetitionSummary }) {
  const { t } = useTranslation("sports");
  const { t: words } = useTranslation("competitions");
  const to = useHref();
  const { id, name, slug, league, country } = competition;
  const year = COMPETITION_YEARS[slug];
  return (
    <article className={`${frame} group transition-colors hover:bg-line`}>
      <span aria-hidden className={stripe({ league })} />
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="heading text-2xl">{name}</h3>
          {country && <p className="mt-1 text-sm text-muted">{country}</p>}
        </div>
        {year && (
          <p className="numeral text-3xl text-muted">
            <span className="sr-only">{words("since", { year })}</span>
            <span aria-hidden>{year}</span>
          </p>
        )}
      </div>
      <Link
        to={to("competition", { competitionId: id })}
        prefetch="intent"
        aria-label={t("one.exploreName", { name })}
        className={button({
          variant: "outline",
          size: "sm",
          className:
            "justify-self-start after:absolute after:inset-0 after:rounded-2xl group-hover:border-ink",
        })}
      >
        {t("one.explore")}
        <ArrowRight aria-hidden />
      </Link>
    </article>
  );
}

/** Stands where a competition's card is about to be, in its size. */
export function CompetitionCardSkeleton() {
  return (
    <div aria-hidden className={frame}>
      <div className="grid gap-2">
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-4 w-1/4" />
      </div>
      <Skeleton className="h-9 w-28 rounded-full" />
    </div>
  );
}
