import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LeagueIcon } from "../components/league-icon.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { LEAGUE_COLORS } from "../../shared/ui/league-colors.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";

const tab =
  "group relative flex h-full flex-col items-start justify-between gap-3 overflow-hidden rounded-2xl p-3 transition-transform hover:-translate-y-0.5 md:gap-8 md:p-5";

/** Five tabs, each a link to a sport's page. */
export function LeagueTabs() {
  const { t } = useTranslation("home");
  const { t: common } = useTranslation();
  const to = useHref();
  return (
    <section aria-labelledby="leagues" className="page py-6 md:py-16">
      <h2 id="leagues" className="heading text-3xl">
        {t("leagues.title")}
      </h2>
      <ul className="rail mt-3 -mx-(--gutter) grid auto-cols-[minmax(9.5rem,40vw)] grid-flow-col gap-3 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:none] md:mx-0 md:mt-6 md:auto-cols-auto md:grid-flow-row md:grid-cols-5 md:gap-4 md:overflow-visible md:px-0 md:py-0">
        {LEAGUES.map((league) => (
          <li key={league}>
            <Link
              to={to("sport", { sport: league.toLowerCase() })}
              className={cx(tab, LEAGUE_COLORS[league])}
            >
              <LeagueIcon league={league} className="size-9 shrink-0 md:size-11" />
              <span className="grid min-w-0">
                <span className="heading text-2xl hyphens-auto md:max-lg:text-lg">
                  {common(`league.${league}`)}
                </span>
                <span className="text-sm leading-tight">{t(`leagues.sport.${league}`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
