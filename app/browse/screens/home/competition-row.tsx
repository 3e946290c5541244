import { ChevronDown, Shirt } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { orderedSearch } from "../../../shared/address/ordered-search.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { button } from "../../../shared/ui/button.tsx";
import type { CompetitionOfSeason } from "./competitions-by-league.tsx";
import { LateParticipants, Participants, useLineUp } from "./participants.tsx";

/**
 * A competition with links to its page and its jerseys. Its teams are folded; only some are in the page from the beginning.
 */
export function CompetitionRow({
  competition,
  season,
  chosen,
  count,
  teams,
}: CompetitionOfSeason & {
  /** The code of the chosen season. */
  chosen: string | undefined;
}) {
  const { t } = useTranslation("competitions");
  const { t: words } = useTranslation("catalogue");
  const to = useHref();
  const { id, name, league } = competition;
  const lineUp = useLineUp(id, chosen);
  const fold = useRef<HTMLDetailsElement>(null);
  const readIfOpen = useEffectEvent(() => {
    if (fold.current?.open && !teams) void lineUp.read();
  });
  // It may have been unfolded before hydration.
  useEffect(() => readIfOpen(), []);
  const jerseys = orderedSearch(new URLSearchParams({ league, competition: id }));
  return (
    <div className="competition">
      <div className="competition-head">
        <div className="min-w-0 grow">
          <h4 className="heading text-xl leading-tight">
            <PlainLink to={to("competition", { competitionId: id })}>{name}</PlainLink>
          </h4>
          {season && (
            <PlainLink
              to={to("season", { competitionId: id, season: season.code })}
              className="hidden min-h-7 items-center text-sm text-muted underline decoration-control underline-offset-4 hover:text-ink hover:decoration-ink md:inline-flex"
            >
              <span className="sr-only">
                {t("byLeague.viewSeasonOf", { season: season.name, name })}
              </span>
              <span aria-hidden>{season.name}</span>
            </PlainLink>
          )}
        </div>
        <Link
          to={{ pathname: to("home", {}), search: jerseys, hash: "#tendances" }}
          aria-label={t("byLeague.viewJerseysOf", { name })}
          className={button({
            variant: "outline",
            size: "sm",
            className: "max-md:size-11! max-md:shrink-0 max-md:border-transparent max-md:p-0!",
          })}
        >
          <Shirt aria-hidden className="md:hidden" />
          <span className="max-md:sr-only">{t("byLeague.viewJerseys")}</span>
        </Link>
      </div>
      {count > 0 ? (
        <details
          ref={fold}
          className="fold"
          onToggle={() => {
            if (fold.current?.open && !teams) void lineUp.read();
          }}
        >
          <summary>
            <span className="grid text-right md:text-left">
              <span className="text-sm">{words("count.teams", { count })}</span>
              {season && <span className="text-xs text-muted md:hidden">{season.name}</span>}
              <span className="sr-only">{name}</span>
            </span>
            <ChevronDown aria-hidden />
          </summary>
          {teams ? (
            <Participants teams={teams} />
          ) : (
            <LateParticipants competition={competition} teams={lineUp.teams} />
          )}
        </details>
      ) : (
        <p className="no-teams">{t("byLeague.noTeams")}</p>
      )}
    </div>
  );
}
