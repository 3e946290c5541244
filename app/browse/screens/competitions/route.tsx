import { useTranslation } from "react-i18next";

import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { competitionsWithBest } from "../../data/competitions/competitions.ts";
import { latestJerseys } from "../../data/jerseys/lists.ts";
import { CompetitionGroups } from "./competition-groups.tsx";
import { Latest } from "../../latest/latest.tsx";
import { localCompetition } from "../../../shared/i18n/catalogue-names.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { crumbsOf, listScreenMeta } from "../../head/list-screen-meta.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { Route } from "./+types/route.ts";
import { CommunityCard } from "../../components/community-card.tsx";

const LATEST = 12;

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const [competitions, latest] = await Promise.all([
    competitionsWithBest(client, { lang }),
    latestJerseys(client, { lang, limit: LATEST }),
  ]);
  return {
    competitions: competitions.map(({ best, ...competition }) => ({
      competition: localCompetition(competition, lang),
      best,
    })),
    latest,
  };
}

export const meta: Route.MetaFunction = listScreenMeta("competitions");

export default function Competitions({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("competitions");
  const lang = useLanguage();
  const { competitions, latest } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbsOf("competitions", lang)} title={t("title")}>
        {t("lead")}
      </PageHead>
      <CompetitionGroups competitions={competitions} />
      <div className="mt-12 md:mt-16">
        <Latest jerseys={latest} loading={false} Card={CommunityCard} />
      </div>
    </>
  );
}
