import { Link, useSearchParams } from "react-router";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { JerseyImage } from "../../../shared/components/jersey-image.tsx";
import { LEAGUE_COLORS } from "../../../shared/ui/league-colors.ts";
import { LeagueIcon } from "../../components/league-icon.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import { formatScore } from "../../../shared/i18n/format.ts";
import { orderedSearch } from "../../../shared/address/ordered-search.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { jerseyParams, type JerseySummary } from "../../../shared/domain/jersey.ts";
import { type League, LEAGUES } from "../../../shared/domain/leagues.ts";

/** The best jerseys of every sport, side by side. */
export function BySport({ best }: { best: Record<League, JerseySummary[]> }) {
  const { t } = useTranslation(["trends", "common", "catalogue"]);
  const { t: common } = useTranslation();
  const [params] = useSearchParams();
  const search = (league: League) => {
    const next = new URLSearchParams(params);
    next.set("league", league);
    return orderedSearch(next);
  };
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-6">
      {LEAGUES.map((league, n) => (
        <li key={league} className={n < 3 ? "lg:col-span-2" : "lg:col-span-3"}>
          <section
            aria-labelledby={`best-${league}`}
            className="flex h-full flex-col overflow-hidden rounded-2xl bg-surface"
          >
            <h3
              id={`best-${league}`}
              className={cx(
                LEAGUE_COLORS[league],
                "heading flex items-center gap-3 px-5 py-3 text-2xl",
              )}
            >
              <LeagueIcon league={league} className="size-7" />
              {common(`league.${league}`)}
            </h3>
            {best[league].length > 0 ? (
              <>
                <ol className="grid grow content-start divide-y divide-line px-2">
                  {best[league].map((jersey, place) => (
                    <li key={jersey.id}>
                      <Row jersey={jersey} rank={place + 1} />
                    </li>
                  ))}
                </ol>
                <div className="p-4">
                  <Link
                    to={{ search: search(league), hash: "#tendances" }}
                    aria-label={t("common:of", {
                      label: t("common:action.more"),
                      name: t(`common:league.${league}`),
                    })}
                    className={button({ variant: "outline", size: "sm", className: "w-full" })}
                  >
                    {t("common:action.more")}
                  </Link>
                </div>
              </>
            ) : (
              <p className="px-5 py-8 text-muted">{t("catalogue:jerseys.empty")}</p>
            )}
          </section>
        </li>
      ))}
    </ul>
  );
}

function Row({ jersey, rank }: { jersey: JerseySummary; rank: number }) {
  const { t } = useTranslation();
  const to = useHref();
  const lang = useLanguage();
  return (
    <PlainLink
      to={to("jersey", jerseyParams(jersey))}
      viewTransition
      className="grid grid-cols-[2rem_3.5rem_minmax(0,1fr)_auto] items-center gap-3 rounded-xl p-2 transition-colors hover:bg-line"
    >
      <span className="numeral text-center text-2xl">
        <span className="sr-only">{t("rank", { rank })}</span>
        <span aria-hidden>{rank}</span>
      </span>
      <span className="size-14 overflow-hidden rounded-lg bg-paper">
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes="3.5rem"
          largest={160}
        />
      </span>
      <span className="grid min-w-0">
        <span className="line-clamp-2 text-sm leading-snug font-semibold">{jersey.title}</span>
        <span className="truncate text-xs text-muted">{jersey.team}</span>
      </span>
      <span className="numeral text-xl">
        <span className="sr-only">{t("score")}</span>
        {formatScore(jersey.score, lang)}
      </span>
    </PlainLink>
  );
}
