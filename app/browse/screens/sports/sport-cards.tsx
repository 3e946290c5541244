import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { JerseyImage } from "../../../shared/components/jersey-image.tsx";
import { LEAGUE_COLORS } from "../../../shared/ui/league-colors.ts";
import { LeagueIcon } from "../../components/league-icon.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { type League, LEAGUES } from "../../../shared/domain/leagues.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";

export interface SportFacts {
  jerseys: number;
  /** The sport's best jersey by score. */
  best: JerseySummary | null;
}

/** A card per sport, with its best jersey. */
export function SportCards({ facts }: { facts: Record<League, SportFacts> }) {
  const { t } = useTranslation("sports");
  const { t: common } = useTranslation();
  const { t: words } = useTranslation("catalogue");
  const to = useHref();
  return (
    <ul className="page grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-6">
      {LEAGUES.map((league, n) => {
        const { jerseys, best } = facts[league];
        return (
          <li
            key={league}
            className={cx(
              "lg:col-span-2",
              n > 2 && "lg:col-span-3",
              n === 4 && "sm:max-lg:col-span-2",
            )}
          >
            <PlainLink
              to={to("sport", { sport: sportSlug(league) })}
              className={cx(
                LEAGUE_COLORS[league],
                "group relative isolate flex h-full min-h-56 overflow-hidden rounded-3xl p-5 md:p-6",
              )}
            >
              <span className="flex w-[55%] min-w-0 flex-col gap-1">
                <LeagueIcon league={league} className="mb-auto size-9" />
                <span className="heading mt-4 text-3xl">{common(`league.${league}`)}</span>
                <span className="text-sm">{t(`about.${league}`)}</span>
                <span className="mt-2 text-sm font-semibold">
                  {words("count.jerseys", { count: jerseys })}
                </span>
              </span>
              {best && (
                <span
                  aria-hidden
                  className="absolute top-1/2 -right-6 -z-10 aspect-square w-[46%] max-w-64 -translate-y-1/2 rotate-6 overflow-hidden rounded-2xl bg-surface shadow-xl transition-transform duration-250 group-hover:rotate-2"
                >
                  <JerseyImage
                    jersey={best}
                    path={best.images[0]?.path}
                    alt=""
                    sizes="16rem"
                    largest={480}
                    priority={n < 2}
                  />
                </span>
              )}
            </PlainLink>
          </li>
        );
      })}
    </ul>
  );
}
