import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { FollowButton } from "../../../collect/follows/follow-button.tsx";
import { ContributeLinks } from "../../../contribute/links/contribute-links.tsx";
import { FeedLink } from "../../components/feed-link.tsx";
import { MoreMenu } from "../../../shared/components/menu.tsx";
import { Breadcrumbs } from "../../../shared/components/breadcrumbs.tsx";
import { Figure } from "../../components/figure.tsx";
import { LEAGUE_COLORS } from "../../../shared/ui/league-colors.ts";
import { ShirtFan } from "../../components/shirt-fan.tsx";
import { Badge } from "../../../shared/ui/badge.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { CompetitionSummary } from "../../../shared/domain/competition.ts";
import { COMPETITION_YEARS } from "../../domain/competition-years.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";

/** The top of a competition's page: facts and three of its shirts. */
export function CompetitionHeader({
  competition,
  crumbs,
  counts,
  best,
}: {
  competition: CompetitionSummary;
  crumbs: Crumb[];
  counts: { teams: number; jerseys: number };
  best: JerseySummary[];
}) {
  const { t } = useTranslation(["competitions", "catalogue"]);
  const { t: words } = useTranslation("catalogue");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const { id, name, league, country, slug } = competition;
  const year = COMPETITION_YEARS[slug];
  const figures = [
    ...(year ? [{ label: t("one.founded"), value: String(year) }] : []),
    ...(["teams", "jerseys"] as const).map((counted) => ({
      label: words(`label.${counted}`, { count: counts[counted] }),
      value: formatNumber(counts[counted], lang),
    })),
  ];
  return (
    <header className="overflow-hidden border-b border-line bg-surface">
      <div aria-hidden className={cx(LEAGUE_COLORS[league], "h-2")} />
      <div className="page grid items-center gap-x-12 pt-4 pb-5 md:pt-6 md:pb-10 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <Breadcrumbs crumbs={crumbs} className="text-muted" />
          <h1 className="heading mt-2 text-3xl md:mt-4 md:text-4xl">{name}</h1>
          <div className="mt-2 flex flex-wrap items-center gap-3 md:mt-4">
            <Badge tone={league}>{common(`league.${league}`)}</Badge>
            {country && <span className="text-muted">{country}</span>}
            {/* Beside them, so that the first shirt stays on a phone's first screen. */}
            <FollowButton target={{ type: "competition", id, name }} className="max-lg:ml-auto" />
            <MoreMenu>
              <ContributeLinks
                target={{ type: "competition", id }}
                suggest={t("catalogue:suggest")}
                history={t("one.changes")}
              />
              <FeedLink subject={{ kind: "competition", id }} />
            </MoreMenu>
          </div>
          <dl className="mt-3 flex flex-wrap gap-x-7 gap-y-4 md:mt-6 md:gap-x-10">
            {figures.map((figure) => (
              <Figure key={figure.label} {...figure} />
            ))}
          </dl>
        </div>
        {best.length === 3 && (
          <ShirtFan jerseys={best} className="mx-44 hidden w-48 py-4 lg:grid xl:mx-52 xl:w-56" />
        )}
      </div>
    </header>
  );
}
