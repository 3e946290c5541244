import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { competitionFigures, competitionsWithBest } from "../../data/competitions/competitions.ts";
import { latestJerseys } from "../../data/jerseys/lists.ts";
import { LeagueFilter } from "../../league-filter/league-filter.tsx";
import { leagueOf } from "../../league-filter/league-param.ts";
import { CompetitionGroups, type ListedCompetition } from "./competition-groups.tsx";
import { Latest } from "../../latest/latest.tsx";
import { localCompetition } from "../../../shared/i18n/catalogue-names.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { crumbsOf, listScreenMeta } from "../../head/list-screen-meta.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { Route } from "./+types/route.ts";
import { CommunityCard } from "../../components/community-card.tsx";

const LATEST = 12;

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const league = leagueOf(url.searchParams);
  const [competitions, latest] = await Promise.all([
    listed(client, { lang, league }),
    latestJerseys(client, { lang, league, limit: LATEST }),
  ]);
  return { competitions, latest, league };
}

async function listed(
  client: Client,
  { lang, league }: { lang: Language; league: League | undefined },
): Promise<ListedCompetition[]> {
  const competitions = await competitionsWithBest(client, { lang, ...(league && { league }) });
  const figures = await competitionFigures(
    client,
    competitions.map(({ id }) => id),
  );
  return competitions.map(({ best, ...competition }) => ({
    competition: localCompetition(competition, lang),
    best,
    figures: figures.get(competition.id)!,
  }));
}

export const meta: Route.MetaFunction = listScreenMeta("competitions");

export default function Competitions({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["competitions", "common"]);
  const lang = useLanguage();
  const { competitions, latest, league } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbsOf("competitions", lang)} title={t("common:nav.competitions")} />
      <div className="page">
        <LeagueFilter league={league} />
      </div>
      <CompetitionGroups competitions={competitions} />
      <div className="mt-12 md:mt-16">
        <Latest jerseys={latest} loading={false} Card={CommunityCard} />
      </div>
    </>
  );
}
