import { lazy, Suspense } from "react";
import { Link, redirect } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { useIsFiltering } from "../../components/use-is-filtering.ts";
import { accessContext, reader } from "../../../shared/data/access.ts";
import { listCompetitions, readCompetition } from "../../data/competitions/competitions.ts";
import type { Client } from "../../../shared/data/client.ts";
import { readCounts } from "../../../shared/data/counts/counts.ts";
import { siteRating } from "../../data/rating/site-rating.ts";
import { knownValues, readFilterView } from "../../data/jerseys/filter-view.ts";
import { readLatestDays } from "../../../daily/data/days.ts";
import { TodayLine } from "../../../daily/shown/today-line.tsx";
import { latestJerseys, topJerseys } from "../../data/jerseys/lists.ts";
import { ChosenCompetition } from "./chosen-competition.tsx";
import { CompetitionLinks } from "./competition-links.tsx";
import { structuredData } from "./structured-data.ts";
import { Hero } from "./hero.tsx";
import { ColorStrip } from "../../filters/color-strip.tsx";
import { Latest } from "../../latest/latest.tsx";
import { LeagueFilter } from "../../league-filter/league-filter.tsx";
import { leagueOf } from "../../league-filter/league-param.ts";
import { LeagueTabs } from "../../league-filter/league-tabs.tsx";
import { queryOf, resultsPath } from "../../search/query-param.ts";
import { SearchField } from "../../search/search-field.tsx";
import { Trends } from "../../trends/trends.tsx";
import { localCompetition } from "../../../shared/i18n/catalogue-names.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { feedLinks } from "../../../shared/head/feed-links.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { loadForMembers } from "../../../shared/session/load-for-members.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import { KeptSpace } from "../../../jersey/components/kept-space.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { EMPTY_QUERY } from "../../domain/catalogue-query.ts";
import { type League, LEAGUES } from "../../../shared/domain/leagues.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Route } from "./+types/route.ts";
import { CommunityCard } from "../../components/community-card.tsx";
import { storedHeaders, storedIf } from "../../../shared/data/stored.ts";
import { ReportableCard } from "../../components/reportable-card.tsx";

/** Lazy: only members have it. */
const loadMemberHome = () => import("../../../collect/member-home/member-home.tsx");
const MemberHome = lazy(loadMemberHome);
loadForMembers(loadMemberHome);

/** Lazy: only the page of a competition needs them. */
const OpenFilters = lazy(async () => ({
  default: (await import("../../filters/open-filters.tsx")).OpenFilters,
}));

/** Number of jerseys per block (docs/product/browse.md 3.3, 3.4). */
const TRENDS = 24;
const LATEST = 18;
/** So few are all in the first row of the trends. */
const FEW = 5;

/** The most important competitions: so many of each league, or of the chosen one. */
const PER_LEAGUE = 2;
const OF_LEAGUE = 10;

export async function loader({ context, url }: Route.LoaderArgs) {
  const lang = languageOf(url.pathname);
  // The address of results before they had a page of their own.
  const query = queryOf(url.searchParams);
  if (query) throw redirect(resultsPath(query, lang), 301);
  const found = await readHome(context, url);
  const structured = structuredData(lang, context.get(accessContext).siteUrl, found.rating);
  return storedIf(isKnown(url.searchParams, found), {
    ...found,
    // Made here, so that browsers don't load the code.
    structured,
  });
}

/** Whether the competition of an address exists. */
function isKnown(requested: URLSearchParams, shown: HomeData): boolean {
  return !requested.get("competition") || shown.competition !== null;
}

async function readHome(context: Route.LoaderArgs["context"], url: URL) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const wanted = url.searchParams.get("competition") ?? "";
  const chosen = isUuid(wanted) ? await readCompetition(client, wanted) : null;
  // A competition decides the league, which overrides `?league=`.
  const league = chosen?.league ?? leagueOf(url.searchParams);
  const filter = { lang, league, competitionId: chosen?.id };
  const best = topJerseys(client, { lang, limit: TRENDS });
  const { homeRating } = context.get(accessContext);
  const [counts, wall, trends, latest, competitions, rating, filters, [today]] = await Promise.all([
    readCounts(client),
    best.catch(noTrends),
    (league ? topJerseys(client, { ...filter, limit: TRENDS }) : best).catch(noTrends),
    latestJerseys(client, { ...filter, limit: LATEST }),
    foremostCompetitions(client, league, lang),
    homeRating ?? siteRating(client),
    chosen ? readOpenFilters(client, chosen.slug, lang) : null,
    readLatestDays(client, 1, lang).catch(noDays),
  ]);
  const competition = chosen && localCompetition(chosen, lang);
  const day = today ?? null;
  return {
    counts,
    wall,
    trends,
    latest,
    competitions,
    league,
    competition,
    rating,
    filters,
    day,
  };
}

export const headers: Route.HeadersFunction = storedHeaders;

/** The catalogue's filters for the jerseys of a competition; the page can do without. */
async function readOpenFilters(client: Client, slug: string, lang: Language) {
  const query = { ...EMPTY_QUERY, competition: [slug] };
  return readFilterView(client, await knownValues(client, query), lang).catch((error: unknown) => {
    console.error("filters could not be loaded", error);
    return null;
  });
}

async function foremostCompetitions(client: Client, league: League | undefined, lang: Language) {
  const all = await listCompetitions(client, league);
  return LEAGUES.flatMap((each) =>
    all
      .filter((competition) => competition.league === each)
      .slice(0, league ? OF_LEAGUE : PER_LEAGUE)
      .map((competition) => localCompetition(competition, lang)),
  );
}

/** Logs the failure and returns an empty list (docs/product/browse.md 3.3). */
function noTrends(error: unknown): [] {
  console.error("trends could not be loaded", error);
  return [];
}

/** The page can do without. */
function noDays(error: unknown): [] {
  console.error("the shirt of the day could not be loaded", error);
  return [];
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "home");
  return [
    ...pageMeta({
      screen: "home",
      params: {},
      lang,
      siteUrl: matches[0].loaderData?.siteUrl ?? "",
      title: t("meta.title"),
      description: t("meta.description"),
    }),
    ...feedLinks({ kind: "latest" }, translator(lang, "catalogue")("latest"), lang),
    ...(loaderData?.structured ?? []),
  ];
};

type HomeData = Awaited<ReturnType<typeof readHome>>;

export default function HomeScreen({ loaderData }: Route.ComponentProps) {
  const { counts, wall, trends, latest, competitions, league, competition, filters, day } =
    loaderData;
  const { t } = useTranslation(["home", "common"]);
  const to = useHref();
  const filtering = useIsFiltering();
  const session = useSession();
  return (
    <>
      <Hero counts={counts} wall={wall} search={<SearchField opensDialog />} />
      <div className="if-member">
        <KeptSpace>
          {session.status === "member" && (
            <Suspense>
              <MemberHome userId={session.user.id} Card={CommunityCard} />
            </Suspense>
          )}
        </KeptSpace>
      </div>
      {day && !competition && <TodayLine {...day} />}
      {counts.jerseys > 0 ? <ColorStrip /> : <div className="h-8" />}
      <Trends
        id="tendances"
        title={t("common:nav.trends")}
        jerseys={trends}
        loading={filtering}
        filter={
          <>
            <LeagueFilter league={league} />
            {competition && <ChosenCompetition name={competition.name} />}
            {filters && (
              <Suspense>
                <OpenFilters view={filters} />
              </Suspense>
            )}
          </>
        }
        emptyAction={
          <Link to={to("submit", {})} className={button()}>
            {t("common:nav.submit")}
          </Link>
        }
        Card={CommunityCard}
        restInRow
      />
      {(filtering || latest.length > FEW) && (
        <Latest jerseys={latest} loading={filtering} Card={ReportableCard} />
      )}
      <LeagueTabs />
      <CompetitionLinks competitions={competitions} />
    </>
  );
}
