import { useTranslation } from "react-i18next";

import { PageHead } from "../components/page-head.tsx";
import { reader } from "../data/access.ts";
import { competitionsWithBest } from "../data/competitions/competitions.ts";
import { latestJerseys } from "../data/jerseys/lists.ts";
import { CompetitionGroups } from "../features/competition-groups/competition-groups.tsx";
import { Latest } from "../features/latest/latest.tsx";
import type { Crumb } from "../i18n/breadcrumbs.ts";
import { fromHome } from "../i18n/from-home.ts";
import { localCompetition } from "../i18n/catalogue-names.ts";
import { translator } from "../i18n/i18n.ts";
import { type Language, languageOf } from "../i18n/languages.ts";
import { pageMeta } from "../i18n/page-meta.ts";
import { useLanguage } from "../i18n/use-language.ts";
import type { Route } from "./+types/competitions.ts";
import { CommunityCard } from "./community-card.tsx";

const LATEST = 12;

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const [competitions, latest] = await Promise.all([
    competitionsWithBest(client),
    latestJerseys(client, { limit: LATEST }),
  ]);
  return {
    competitions: competitions.map((competition) => ({
      competition: localCompetition(competition, lang),
      best: competition.jerseys[0],
    })),
    latest,
  };
}

function crumbsOf(lang: Language): Crumb[] {
  return fromHome(lang, { label: translator(lang, "competitions")("title") });
}

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "competitions");
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  return pageMeta({
    screen: "competitions",
    params: {},
    lang,
    siteUrl,
    title: t("meta.title"),
    description: t("meta.description"),
    crumbs: crumbsOf(lang),
  });
};

export default function Competitions({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("competitions");
  const lang = useLanguage();
  const { competitions, latest } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbsOf(lang)} title={t("title")}>
        {t("lead")}
      </PageHead>
      <CompetitionGroups competitions={competitions} />
      <div className="mt-12 md:mt-16">
        <Latest jerseys={latest} loading={false} Card={CommunityCard} />
      </div>
    </>
  );
}
