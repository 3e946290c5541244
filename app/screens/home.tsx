import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigation } from "react-router";

import { button } from "../components/ui/button.tsx";
import { reader } from "../data/access.ts";
import { readCounts } from "../data/counts/counts.ts";
import { latestJerseys, topJerseys } from "../data/jerseys/lists.ts";
import { Hero } from "../features/hero/hero.tsx";
import { Latest } from "../features/latest/latest.tsx";
import { LeagueFilter } from "../features/league-filter/league-filter.tsx";
import { leagueOf } from "../features/league-filter/league-param.ts";
import { LeagueTabs } from "../features/league-filter/league-tabs.tsx";
import { Trends } from "../features/trends/trends.tsx";
import { VotableCard } from "../features/vote/votable-card.tsx";
import { translator } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { pageMeta } from "../i18n/page-meta.ts";
import { isBuilt } from "../i18n/screens.ts";
import { useHref } from "../i18n/use-language.ts";
import type { Route } from "./+types/home.ts";

/** How many jerseys each block shows (spec §9). */
const TRENDS = 24;
const LATEST = 18;

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const league = leagueOf(url.searchParams);
  const best = topJerseys(client, { limit: TRENDS });
  const [counts, wall, trends, latest] = await Promise.all([
    readCounts(client),
    best.catch(noTrends),
    league ? topJerseys(client, { league, limit: TRENDS }).catch(noTrends) : best.catch(noTrends),
    latestJerseys(client, { league, limit: LATEST }),
  ]);
  return { counts, wall, trends, latest, league };
}

/** Trending load failures are logged and show an empty list (spec §8). */
function noTrends(error: unknown): [] {
  console.error("trends could not be loaded", error);
  return [];
}

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "home");
  return pageMeta({
    screen: "home",
    params: {},
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: t("meta.title"),
    description: t("meta.description"),
  });
};

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("home");
  const { counts, wall, trends, latest, league } = loaderData;
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const to = useHref();
  const filtering = navigation.state === "loading" && navigation.location.pathname === pathname;
  return (
    <>
      <Hero counts={counts} wall={wall} />
      <LeagueTabs />
      <Trends
        jerseys={trends}
        loading={filtering}
        filter={<LeagueFilter league={league} />}
        emptyAction={
          isBuilt("submit") && (
            <Link to={to("submit", {})} className={button()}>
              {t("hero.submit")}
            </Link>
          )
        }
        Card={VotableCard}
      />
      <Latest jerseys={latest} loading={filtering} Card={VotableCard} />
    </>
  );
}
