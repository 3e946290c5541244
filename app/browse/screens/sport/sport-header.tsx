import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { Breadcrumbs } from "../../../shared/components/breadcrumbs.tsx";
import { LEAGUE_COLORS } from "../../../shared/ui/league-colors.ts";
import { LeagueIcon } from "../../components/league-icon.tsx";
import { ShirtFan } from "../../components/shirt-fan.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { LEAGUES, type League } from "../../../shared/domain/leagues.ts";
import { SPORT_EMOJI, sportSlug } from "../../../shared/domain/sports.ts";

const TILES = ["jerseys", "competitions"] as const;

export interface SportCounts {
  jerseys: number;
  competitions: number;
}

/** The top of a sport's page, in the colour of its league. */
export function SportHeader({
  league,
  crumbs,
  counts,
  best,
}: {
  league: League;
  crumbs: Crumb[];
  /** Undefined while they load. */
  counts: SportCounts | undefined;
  best: JerseySummary[];
}) {
  const { t } = useTranslation("sports");
  const { t: words } = useTranslation("catalogue");
  const lang = useLanguage();
  return (
    <header className={cx(LEAGUE_COLORS[league], "overflow-hidden")}>
      <div className="page grid items-center gap-x-12 gap-y-8 pt-4 pb-4 md:pt-6 md:pb-10 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <Breadcrumbs crumbs={crumbs} />
          <h1 className="heading mt-2 text-3xl md:mt-4 md:text-4xl">
            <span aria-hidden>{SPORT_EMOJI[league]} </span>
            {t("one.title", { sport: t(`of.${league}`) })}
          </h1>
          {counts ? (
            <p className="mt-2 max-w-prose md:mt-3 md:text-lg">
              {t("one.description", {
                jerseys: words("count.jerseys", { count: counts.jerseys }),
                competitions: words("count.competitions", { count: counts.competitions }),
              })}
            </p>
          ) : (
            <Skeleton className="mt-4 h-5 w-72 max-w-full opacity-30" />
          )}
          <dl className="mt-3 flex flex-wrap gap-3 md:mt-6">
            {TILES.map((tile) => (
              <div
                key={tile}
                className="flex flex-row-reverse items-baseline gap-2 rounded-xl bg-paper px-4 py-2 text-ink md:min-w-36 md:flex-col-reverse md:items-start md:gap-1 md:rounded-2xl md:px-5 md:py-4"
              >
                <dt className="caption">
                  {words(`label.${tile}`, { count: counts?.[tile] ?? 0 })}
                </dt>
                <dd className="numeral text-2xl md:text-4xl">
                  {counts ? formatNumber(counts[tile], lang) : "–"}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        {best.length === 3 && (
          <ShirtFan jerseys={best} className="mx-44 hidden w-52 lg:grid xl:mx-52 xl:w-60" />
        )}
      </div>
      <SportSwitch current={league} />
    </header>
  );
}

/** Links to the five sports. */
function SportSwitch({ current }: { current: League }) {
  const { t } = useTranslation("sports");
  const { t: common } = useTranslation();
  const to = useHref();
  return (
    <nav aria-label={t("one.others")} className="border-t border-current/25">
      <ul className="page flex overflow-x-auto [scrollbar-width:none]">
        {LEAGUES.map((league) => (
          <li key={league}>
            <PlainLink
              to={to("sport", { sport: sportSlug(league) })}
              aria-current={league === current ? "page" : undefined}
              className="flex h-13 items-center gap-2 border-b-3 border-transparent px-4 text-sm font-semibold whitespace-nowrap hover:border-current/40 focus-visible:-outline-offset-4 focus-visible:outline-current aria-[current]:border-current aria-[current]:[scroll-initial-target:nearest]"
            >
              <LeagueIcon league={league} className="size-5" />
              {common(`league.${league}`)}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
