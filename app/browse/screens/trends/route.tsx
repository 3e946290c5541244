import { ListOrdered } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { PageHead } from "../../../shared/components/page-head.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { useIsFiltering } from "../../components/use-is-filtering.ts";
import { reader } from "../../../shared/data/access.ts";
import type { Client } from "../../../shared/data/client.ts";
import { topJerseys } from "../../data/jerseys/lists.ts";
import { risingJerseys } from "../../data/ranking/leaderboard.ts";
import { Leaderboards } from "./leaderboards.tsx";
import { LeagueFilter } from "../../league-filter/league-filter.tsx";
import { leagueOf } from "../../league-filter/league-param.ts";
import { ShareButton } from "../../../jersey/share/share-button.tsx";
import { Trends as TrendsBlock } from "../../trends/trends.tsx";
import { crumbsOf, listScreenMeta } from "../../head/list-screen-meta.ts";
import { shareImagePath } from "../../../shared/head/share-image.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { type League, LEAGUES } from "../../../shared/domain/leagues.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";
import type { Route } from "./+types/route.ts";
import { CommunityCard } from "../../components/community-card.tsx";

/** Number of jerseys, as in the block on the home page (docs/product/browse.md 3.3). */
const TRENDS = 24;
const PER_SPORT = 5;
const RISING = 12;

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const league = leagueOf(url.searchParams);
  const [best, rising, ofLeague, ofEach] = await Promise.all([
    topJerseys(client, { lang, limit: TRENDS }),
    risingJerseys(client, { lang, league, limit: RISING }),
    league ? topJerseys(client, { lang, league, limit: TRENDS }) : null,
    league ? null : bestOfEach(client, lang),
  ]);
  return { league, best, rising, ofLeague, ofEach };
}

async function bestOfEach(
  client: Client,
  lang: Language,
): Promise<Record<League, JerseySummary[]>> {
  const lists = await Promise.all(
    LEAGUES.map(
      async (league) =>
        [league, await topJerseys(client, { lang, league, limit: PER_SPORT })] as const,
    ),
  );
  return Object.fromEntries(lists) as Record<League, JerseySummary[]>;
}

export const meta: Route.MetaFunction = listScreenMeta("trends");

export default function Trends({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("trends");
  const { t: common } = useTranslation();
  const { t: words } = useTranslation("catalogue");
  const lang = useLanguage();
  const to = useHref();
  const { league, best, rising, ofLeague, ofEach } = loaderData;
  const filtering = useIsFiltering();
  const submit = (
    <Link to={to("submit", {})} className={button({ variant: "hero" })}>
      {t("submit")}
    </Link>
  );
  return (
    <>
      <PageHead crumbs={crumbsOf("trends", lang)} title={t("title")}>
        <p>{t("lead")}</p>
        <div className="mt-4 flex flex-wrap gap-3 text-base">
          <Link to={to("leaderboards", {})} className={button()}>
            <ListOrdered aria-hidden />
            {words("leaderboards")}
          </Link>
          <ShareButton
            title={t("best")}
            picture={shareImagePath("trends", league && sportSlug(league), lang)}
          />
        </div>
      </PageHead>
      {rising.length > 0 && (
        <TrendsBlock
          id="rising"
          title={t("rising")}
          onTop
          jerseys={rising}
          loading={filtering}
          filter={<p className="text-muted">{t("risingLead")}</p>}
          Card={CommunityCard}
        />
      )}
      <TrendsBlock
        id="tendances"
        title={t("best")}
        onTop={rising.length === 0}
        jerseys={best}
        loading={false}
        emptyAction={submit}
        Card={CommunityCard}
      />
      {/* The minimum height avoids a layout shift while another sport loads. */}
      <div className="min-h-dvh border-t border-line bg-paper pt-10 md:pt-14">
        {league && ofLeague ? (
          <TrendsBlock
            id="sport"
            title={t("bestOf", { league: common(`league.${league}`) })}
            jerseys={ofLeague}
            loading={filtering}
            filter={<LeagueFilter league={league} />}
            emptyAction={submit}
            Card={CommunityCard}
            said="league"
          />
        ) : (
          <section
            aria-labelledby="sport"
            aria-busy={filtering}
            className="page grid grid-cols-1 gap-6"
          >
            <h2 id="sport" className="heading text-3xl">
              {t("bySport")}
            </h2>
            <LeagueFilter league={league} />
            {ofEach && <Leaderboards best={ofEach} />}
          </section>
        )}
      </div>
    </>
  );
}
