import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { CompetitionCard } from "../../components/competition-card.tsx";
import { LeagueIcon } from "../../components/league-icon.tsx";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import type { CompetitionWithBest } from "../../../shared/domain/competition.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";

/** Columns by number of competitions, so that small leagues share a row. */
const SPANS = ["", "sm:col-span-2", "sm:col-span-2 lg:col-span-3", "sm:col-span-2 lg:col-span-4"];

/** All competitions, grouped by league. */
export function CompetitionGroups({ competitions }: { competitions: CompetitionWithBest[] }) {
  const { t } = useTranslation("competitions");
  const { t: common } = useTranslation();
  const to = useHref();
  if (competitions.length === 0) {
    return (
      <div className="page">
        <EmptyState icon={<Trophy aria-hidden />} title={t("empty")} />
      </div>
    );
  }
  return (
    <div className="page grid grid-cols-1 gap-x-4 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
      {LEAGUES.map((league) => {
        const ofLeague = competitions.filter(({ competition }) => competition.league === league);
        if (ofLeague.length === 0) return null;
        return (
          <section
            key={league}
            aria-labelledby={`league-${league}`}
            className={SPANS[Math.min(ofLeague.length, SPANS.length) - 1]}
          >
            <h2 id={`league-${league}`} className="heading text-3xl">
              <Link
                to={to("sport", { sport: sportSlug(league) })}
                className="inline-flex min-h-11 items-center gap-3 underline decoration-transparent decoration-2 underline-offset-6 transition-colors hover:decoration-current"
              >
                <LeagueIcon league={league} className="size-8" />
                {common(`league.${league}`)}
              </Link>
            </h2>
            <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4">
              {ofLeague.map(({ competition, best }) => (
                <li key={competition.id}>
                  <CompetitionCard competition={competition} best={best} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
