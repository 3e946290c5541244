import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { useIsFiltering } from "../../components/use-is-filtering.ts";
import { reader } from "../../../shared/data/access.ts";
import type { Client } from "../../../shared/data/client.ts";
import { topJerseys } from "../../data/jerseys/lists.ts";
import { Best } from "./best.tsx";
import { BySport } from "./by-sport.tsx";
import { LeagueFilter } from "../../league-filter/league-filter.tsx";
import { leagueOf } from "../../league-filter/league-param.ts";
import { ShareButton } from "../../../jersey/share/share-button.tsx";
import { crumbsOf, listScreenMeta } from "../../head/list-screen-meta.ts";
import { shareImagePath } from "../../../shared/head/share-image.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { type League, LEAGUES } from "../../../shared/domain/leagues.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";
import type { Route } from "./+types/route.ts";

/** Number of jerseys, as in the block on the home page (docs/product/browse.md 3.3). */
const TRENDS = 24;
const PER_SPORT = 5;

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const league = leagueOf(url.searchParams);
  const [best, ofEach] = await Promise.all([
    topJerseys(client, { lang, league, limit: TRENDS }),
    league ? null : bestOfEach(client, lang),
  ]);
  return { league, best, ofEach };
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
  const { t } = useTranslation(["trends", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const { league, best, ofEach } = loaderData;
  const filtering = useIsFiltering();
  return (
    <>
      <PageHead crumbs={crumbsOf("trends", lang)} title={t("common:nav.trends")} isCompact />
      <div className="page pb-6 md:pb-8">
        <LeagueFilter league={league} />
      </div>
      <div
        aria-busy={filtering}
        className="grid min-h-dvh grid-cols-1 content-start gap-12 pb-12 transition-opacity aria-busy:opacity-50 md:gap-20"
      >
        <Best
          title={
            league
              ? t("common:of", { label: t("best"), name: t(`common:league.${league}`) })
              : t("best")
          }
          jerseys={best}
          said={league && "league"}
          action={
            <ShareButton
              title={t("best")}
              picture={shareImagePath("trends", league && sportSlug(league), lang)}
            />
          }
          emptyAction={
            <Link to={to("submit", {})} className={button({ variant: "hero" })}>
              {t("common:nav.submit")}
            </Link>
          }
        />
        {ofEach && (
          <section aria-labelledby="sport" className="page grid grid-cols-1 gap-6">
            <h2 id="sport" className="heading text-3xl">
              {t("bySport")}
            </h2>
            <BySport best={ofEach} />
          </section>
        )}
      </div>
    </>
  );
}
