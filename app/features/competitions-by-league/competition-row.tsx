import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { button } from "../../components/ui/button.tsx";
import { cx } from "../../components/ui/cx.ts";
import { useHref } from "../../i18n/use-language.ts";
import type { CompetitionSummary } from "../../lib/competition.ts";

export interface Participant {
  id: string;
  name: string;
}

/**
 * A rail on a phone, lines of names elsewhere. The looks of the links stand here, once: with
 * hundreds of teams they would be a good part of the page.
 */
const TEAMS = cx(
  "-mx-(--gutter) flex gap-x-1 overflow-x-auto px-(--gutter) [scrollbar-width:none] [&>li]:shrink-0 [&>li:first-child]:-ml-2",
  "sm:mx-0 sm:-ml-2 sm:flex-wrap sm:overflow-visible sm:px-0 sm:[&>li:first-child]:ml-0",
  "[&_a]:inline-flex [&_a]:h-11 [&_a]:items-center [&_a]:rounded-lg [&_a]:px-2 [&_a]:text-sm [&_a]:whitespace-nowrap [&_a]:text-muted [&_a]:transition-colors [&_a:hover]:bg-surface [&_a:hover]:text-ink sm:[&_a]:h-8",
);

/** A competition, the way to its jerseys, and who takes part. */
export function CompetitionRow({
  competition,
  teams,
}: {
  competition: CompetitionSummary;
  teams: Participant[];
}) {
  const { t } = useTranslation("competitions");
  const to = useHref();
  const { id, name, league } = competition;
  const jerseys = new URLSearchParams({ league, competition: id });
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-2 py-5 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex items-center justify-between gap-4 lg:flex-col lg:items-start lg:justify-start lg:gap-2">
        <h4 className="heading text-xl">
          <Link
            to={to("competition", { competitionId: id })}
            prefetch="intent"
            className="inline-flex min-h-11 items-center underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current lg:min-h-8"
          >
            {name}
          </Link>
        </h4>
        <Link
          to={{ pathname: to("home", {}), search: `?${jerseys}`, hash: "#tendances" }}
          aria-label={t("byLeague.viewJerseysOf", { name })}
          className={button({ variant: "outline", size: "sm" })}
        >
          {t("byLeague.viewJerseys")}
        </Link>
      </div>
      {teams.length > 0 ? (
        <ul className={TEAMS}>
          {teams.map((team) => (
            <li key={team.id}>
              <Link to={to("team", { teamId: team.id })}>{team.name}</Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="self-center text-sm text-muted">{t("byLeague.noTeams")}</p>
      )}
    </div>
  );
}
