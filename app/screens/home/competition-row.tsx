import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { button } from "../../components/ui/button.tsx";
import { useHref } from "../../address/use-href.ts";
import type { CompetitionSummary } from "../../domain/competition.ts";
import { Participants } from "./participants.tsx";

/** A competition with links to its page, its jerseys and its participants. */
export function CompetitionRow({
  competition,
  season,
  teams,
}: {
  competition: CompetitionSummary;
  season: { code: string; name: string } | undefined;
  teams: string[];
}) {
  const { t } = useTranslation("competitions");
  const to = useHref();
  const { id, name, league } = competition;
  const jerseys = new URLSearchParams({ league, competition: id });
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-2 py-5 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex items-center justify-between gap-4 lg:flex-col lg:items-start lg:justify-start lg:gap-2">
        <div>
          <h4 className="heading text-xl">
            <Link
              to={to("competition", { competitionId: id })}
              prefetch="intent"
              className="inline-flex min-h-11 items-center underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current lg:min-h-8"
            >
              {name}
            </Link>
          </h4>
          {season && (
            <Link
              to={to("season", { competitionId: id, season: season.code })}
              prefetch="intent"
              className="inline-flex min-h-6 items-center text-sm text-muted underline decoration-control underline-offset-4 hover:text-ink hover:decoration-ink"
            >
              <span className="sr-only">
                {t("byLeague.viewSeasonOf", { season: season.name, name })}
              </span>
              <span aria-hidden>{season.name}</span>
            </Link>
          )}
        </div>
        <Link
          to={{ pathname: to("home", {}), search: `?${jerseys}`, hash: "#tendances" }}
          aria-label={t("byLeague.viewJerseysOf", { name })}
          className={button({ variant: "outline", size: "sm" })}
        >
          {t("byLeague.viewJerseys")}
        </Link>
      </div>
      {teams.length > 0 ? (
        <Participants teams={teams} />
      ) : (
        <p className="self-center text-sm text-muted">{t("byLeague.noTeams")}</p>
      )}
    </div>
  );
}
