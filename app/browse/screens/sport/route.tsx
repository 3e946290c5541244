import { Trophy } from "lucide-react";
import { redirect, useNavigation } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { Carousel } from "../../components/carousel.tsx";
import { CompetitionCard, CompetitionCardSkeleton } from "../../components/competition-card.tsx";
import { JerseyGridSkeleton, JerseyList } from "../../../shared/components/jersey-list.tsx";
import { NoJerseys } from "../../components/no-jerseys.tsx";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { reader } from "../../../shared/data/access.ts";
import { competitionsWithBest } from "../../data/competitions/competitions.ts";
import { topJerseys } from "../../data/jerseys/lists.ts";
import { countJerseys } from "../../../shared/data/counts/counts.ts";
import { jerseyPage } from "../../data/jerseys/pages.ts";
import { SportHeader } from "./sport-header.tsx";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { localCompetition } from "../../../shared/i18n/catalogue-names.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { type Language, languageOf, withoutLanguage } from "../../../shared/i18n/languages.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { href } from "../../../shared/address/paths.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { cursorOf } from "../../../shared/address/cursor.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import { leagueOfSport, sportSlug } from "../../../shared/domain/sports.ts";
import type { Route } from "./+types/route.ts";
import { CommunityCard } from "../../components/community-card.tsx";
import { FilterThese } from "../../components/filter-these.tsx";
import { titled } from "../../../shared/head/titled.ts";

/** Number of placeholders while another sport loads (docs/product/browse.md 3.7). */
const COMPETITION_PLACEHOLDERS = 6;
/** Width of a competition: on a phone part of the next one shows. */
const SLIDE = "w-[72vw] xs:w-64 md:w-80";
/** Number of shirts in the header. */
const IN_HEADER = 3;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const lang = languageOf(url.pathname);
  const league = leagueOfSport(params.sport);
  if (!league) {
    const known = leagueOfSport(params.sport.toLowerCase());
    if (known) throw redirect(href("sport", { sport: sportSlug(known) }, lang), 301);
    throw redirect(href("notFound", {}, lang));
  }
  const client = reader(context);
  const after = cursorOf(url.searchParams.get("after"));
  const [competitions, jerseys, count, best] = await Promise.all([
    competitionsWithBest(client, { league, lang }),
    jerseyPage(client, { league }, { lang, after }),
    countJerseys(client, { kind: "league", key: league }),
    topJerseys(client, { lang, league, limit: IN_HEADER }),
  ]);
  return {
    league,
    competitions: competitions.map(({ best, ...competition }) => ({
      competition: localCompetition(competition, lang),
      best,
    })),
    jerseys,
    best,
    counts: { jerseys: count, competitions: competitions.length },
  };
}

function crumbsOf(league: League, lang: Language): Crumb[] {
  return [
    { label: translator(lang, "common")("nav.sports"), path: href("sports", {}, lang) },
    { label: translator(lang, "common")(`league.${league}`) },
  ];
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  if (!loaderData) return [];
  const { league, counts } = loaderData;
  const lang = languageOf(location.pathname);
  const t = translator(lang, "sports");
  const words = translator(lang, "catalogue");
  const sport = t(`of.${league}`);
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  return pageMeta({
    screen: "sport",
    params: { sport: sportSlug(league) },
    lang,
    siteUrl,
    title: titled(t("one.title", { sport })),
    description: t("one.metaDescription", {
      sport,
      jerseys: words("count.jerseys", { count: counts.jerseys }),
      competitions: words("count.competitions", { count: counts.competitions }),
    }),
    crumbs: crumbsOf(league, lang),
  });
};

/** The league that is being loaded, while the visitor goes from one sport to another. */
function useNextSport(): League | undefined {
  const { state, location } = useNavigation();
  if (state !== "loading") return undefined;
  const [, screen, sport] = withoutLanguage(location.pathname).split("/");
  return screen === "sport" && sport ? leagueOfSport(sport) : undefined;
}

export default function Sport({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["sports", "catalogue", "common"]);
  const lang = useLanguage();
  const next = useNextSport();
  const { competitions, jerseys, counts, best } = loaderData;
  const league = next ?? loaderData.league;
  const loading = league !== loaderData.league;
  const heading = (
    <h2 id="competitions" className="heading text-2xl md:text-3xl">
      {t("catalogue:names.competitions")}
    </h2>
  );
  return (
    <>
      <SportHeader
        league={league}
        crumbs={crumbsOf(league, lang)}
        counts={loading ? undefined : counts}
        best={loading ? [] : best}
      />
      {!loading && competitions.length === 0 ? (
        <section aria-labelledby="competitions" className="page grid gap-6 py-6 md:py-12">
          {heading}
          <EmptyState icon={<Trophy aria-hidden />} title={t("one.noCompetitions")} />
        </section>
      ) : (
        <div className="pt-5 pb-3 md:pt-12 md:pb-8">
          <Carousel labelledBy="competitions" busy={loading} heading={heading} className="rail">
            {loading
              ? Array.from({ length: COMPETITION_PLACEHOLDERS }, (_, n) => (
                  <li key={n} className={SLIDE}>
                    <CompetitionCardSkeleton />
                  </li>
                ))
              : competitions.map(({ competition, best }) => (
                  <li key={competition.id} className={SLIDE}>
                    <CompetitionCard competition={competition} best={best} />
                  </li>
                ))}
          </Carousel>
        </div>
      )}
      <section aria-labelledby="jerseys" aria-busy={loading} className="page pb-4">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 md:mb-6">
          <h2 id="jerseys" className="heading text-2xl md:text-3xl">
            {t("catalogue:names.jerseys")}
          </h2>
          <FilterThese by={{ sport: sportSlug(league) }} />
        </div>
        {loading ? (
          <JerseyGridSkeleton />
        ) : (
          <JerseyList
            listKey={`sport:${league}`}
            page={jerseys}
            Card={CommunityCard}
            said="league"
            empty={
              <NoJerseys
                title={t("one.noJerseys")}
                action={t("common:nav.submit")}
                known={{ league }}
              />
            }
          />
        )}
      </section>
    </>
  );
}
