import { ChevronDown, Trophy } from "lucide-react";
import { Link } from "react-router";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { CompetitionCard } from "../../components/competition-card.tsx";
import { LeagueIcon } from "../../components/league-icon.tsx";
import type { CompetitionFigures } from "../../data/competitions/competitions.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import type { CompetitionWithBest } from "../../../shared/domain/competition.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";

export interface ListedCompetition extends CompetitionWithBest {
  figures: CompetitionFigures;
}

/** Columns by number of cards, so that small leagues share a row. */
const SPANS = ["", "sm:col-span-2", "sm:col-span-2 lg:col-span-3", "sm:col-span-2 lg:col-span-4"];

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-4";

/** Competitions by league: cards of those with a jersey; the others are lines that are folded at the end, unless there are no cards. */
export function CompetitionGroups({ competitions }: { competitions: ListedCompetition[] }) {
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
  const bare = competitions.filter(({ best }) => !best);
  return (
    <div className="page grid grid-cols-1 gap-x-4 gap-y-12 pt-6 sm:grid-cols-2 lg:grid-cols-4">
      {LEAGUES.map((league) => {
        const worn = competitions.filter(
          ({ competition, best }) => best && competition.league === league,
        );
        if (worn.length === 0) return null;
        return (
          <section
            key={league}
            aria-labelledby={`league-${league}`}
            className={SPANS[Math.min(worn.length, SPANS.length) - 1]}
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
            <ul className={`${GRID} mt-4 gap-y-4`}>
              {worn.map(({ competition, best, figures }) => (
                <li key={competition.id}>
                  <CompetitionCard competition={competition} best={best} figures={figures} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {bare.length > 0 && (
        <details
          open={bare.length === competitions.length}
          className="fold col-span-full border-y border-line"
        >
          <summary className="min-h-14 justify-between gap-3 font-semibold text-muted">
            {t("withoutJerseys", { count: bare.length })}
            <ChevronDown aria-hidden />
          </summary>
          <ul className={`${GRID} pb-4`}>
            {bare.map((one) => (
              <li key={one.competition.id}>
                <Line {...one} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Line({ competition, figures: { teams } }: ListedCompetition) {
  const { t } = useTranslation("catalogue");
  const { t: common } = useTranslation();
  const to = useHref();
  const { id, name, league, country } = competition;
  const facts = [
    common(`league.${league}`),
    country,
    teams > 0 && t("count.teams", { count: teams }),
  ];
  return (
    <PlainLink
      to={to("competition", { competitionId: id })}
      className="block h-full min-h-12 border-b border-line py-2.5 underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current"
    >
      <span className="block font-semibold">{name}</span>
      <span className="block text-sm text-muted">{facts.filter(Boolean).join(" · ")}</span>
    </PlainLink>
  );
}
