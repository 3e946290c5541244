import { Trophy } from "lucide-react";
import type { CSSProperties } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { LeagueIcon } from "../../components/league-icon.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import type { CompetitionSummary } from "../../../shared/domain/competition.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { type League, LEAGUES } from "../../../shared/domain/leagues.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";
import { CompetitionRow } from "./competition-row.tsx";
import type { NamedSeason } from "../../components/season-menu.tsx";
import { SeasonPicker } from "./season-picker.tsx";

export interface CompetitionOfSeason {
  competition: CompetitionSummary;
  /** The season of the teams; undefined if there are none. */
  season: NamedSeason | undefined;
  /** The number of its teams. */
  count: number;
  /**
   * Id and name of each team in turn, of a league's first competition only: all of them would be a quarter of the
   * page. A list of objects would repeat the keys for each.
   */
  teams?: string[];
}

interface CompetitionsByLeagueProps {
  competitions: CompetitionOfSeason[];
  /** The leagues that have more competitions, which their sport's page lists. */
  more: League[];
  seasons: NamedSeason[];
  /** The code of the chosen season; without one, each competition shows its newest. */
  season: string | undefined;
  /** True while another season loads. */
  loading: boolean;
}

/** Every competition with its teams of its newest or of the chosen season, grouped by league. */
export function CompetitionsByLeague({
  competitions,
  more,
  seasons,
  season,
  loading,
}: CompetitionsByLeagueProps) {
  const { t } = useTranslation("competitions");
  const { t: common } = useTranslation();
  const to = useHref();
  return (
    <section
      id="competitions"
      aria-labelledby="by-league"
      aria-busy={loading}
      className="scroll-mt-16 border-t border-line"
    >
      <div className="page pt-5 pb-2 md:py-16">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <h2 id="by-league" className="heading min-w-0 text-3xl">
            {t("byLeague.title")}
          </h2>
          {seasons.length > 0 && <SeasonPicker seasons={seasons} season={season} />}
        </div>
        {competitions.length === 0 && (
          <div className="mt-6">
            <EmptyState icon={<Trophy aria-hidden />} title={t("byLeague.empty")} />
          </div>
        )}
        {LEAGUES.map((league) => {
          const ofLeague = competitions.filter(({ competition }) => competition.league === league);
          if (ofLeague.length === 0) return null;
          return (
            <section
              key={league}
              aria-labelledby={`by-league-${league}`}
              className="league-rows"
              style={{ "--rows": ofLeague.length } as CSSProperties}
            >
              <h3
                id={`by-league-${league}`}
                className="heading flex items-center gap-3 text-xl md:text-2xl"
              >
                <LeagueIcon league={league} className="size-6 md:size-7" />
                {common(`league.${league}`)}
              </h3>
              <ul className="mt-2 border-b md:mt-3 border-line">
                {ofLeague.map((row) => (
                  <li key={`${row.competition.id}:${season}`} className="border-t border-line">
                    <CompetitionRow {...row} chosen={season} />
                  </li>
                ))}
              </ul>
              {more.includes(league) && (
                <Link
                  to={to("sport", { sport: sportSlug(league) })}
                  className={button({ variant: "outline", className: "mt-3 md:mt-5" })}
                >
                  {t("byLeague.all", { league: common(`league.${league}`) })}
                </Link>
              )}
            </section>
          );
        })}
      </div>
    </section>
  );
}
