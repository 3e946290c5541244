import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { GRID_SIZES, JerseyGrid } from "../../../shared/components/jersey-grid.tsx";
import { JerseyGridSkeleton } from "../../../shared/components/jersey-list.tsx";
import { NoJerseys } from "../../components/no-jerseys.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { useIsFiltering } from "../../components/use-is-filtering.ts";
import { reader } from "../../../shared/data/access.ts";
import type { Client } from "../../../shared/data/client.ts";
import { latestJerseys, topJerseys } from "../../data/jerseys/lists.ts";
import { countJerseys } from "../../../shared/data/counts/counts.ts";
import { LeagueFilter } from "../../league-filter/league-filter.tsx";
import { leagueOf } from "../../league-filter/league-param.ts";
import { SportCards, type SportFacts } from "./sport-cards.tsx";
import { crumbsOf, listScreenMeta } from "../../head/list-screen-meta.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { type League, LEAGUES } from "../../../shared/domain/leagues.ts";
import type { Route } from "./+types/route.ts";
import { CommunityCard } from "../../components/community-card.tsx";

/** Three full rows of four jerseys. */
const LATEST = 12;

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const league = leagueOf(url.searchParams);
  const [facts, latest] = await Promise.all([
    sportFacts(client, lang),
    latestJerseys(client, { lang, league, limit: LATEST }),
  ]);
  return { facts, latest, league };
}

async function sportFacts(client: Client, lang: Language): Promise<Record<League, SportFacts>> {
  const facts = await Promise.all(
    LEAGUES.map(async (league) => {
      const [jerseys, [best]] = await Promise.all([
        countJerseys(client, { kind: "league", key: league }),
        topJerseys(client, { lang, league, limit: 1 }),
      ]);
      return [league, { jerseys, best: best ?? null }] as const;
    }),
  );
  return Object.fromEntries(facts) as Record<League, SportFacts>;
}

export const meta: Route.MetaFunction = listScreenMeta("sports");

export default function Sports({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["sports", "common", "catalogue"]);
  const lang = useLanguage();
  const { facts, latest, league } = loaderData;
  const filtering = useIsFiltering();
  return (
    <>
      <PageHead crumbs={crumbsOf("sports", lang)} title={t("common:nav.sports")} />
      <SportCards facts={facts} />
      <section
        aria-labelledby="latest"
        aria-busy={filtering}
        className="page grid grid-cols-1 gap-6 pt-12 md:pt-16"
      >
        <h2 id="latest" className="heading text-3xl">
          {t("catalogue:latest")}
        </h2>
        <LeagueFilter league={league} />
        {filtering ? (
          <JerseyGridSkeleton />
        ) : latest.length > 0 ? (
          <JerseyGrid>
            {latest.map((jersey) => (
              <li key={jersey.id}>
                <CommunityCard jersey={jersey} sizes={GRID_SIZES} />
              </li>
            ))}
          </JerseyGrid>
        ) : (
          <NoJerseys known={{ league }} />
        )}
      </section>
    </>
  );
}
