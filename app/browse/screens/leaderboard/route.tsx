import { Link, redirect } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { notFound } from "../../../shared/address/not-found.ts";
import { href } from "../../../shared/address/paths.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { reader } from "../../../shared/data/access.ts";
import { boardName } from "../../data/ranking/boards.ts";
import { readLeaderboard } from "../../data/ranking/leaderboard.ts";
import { isBoardScope, isBoardValue } from "../../../shared/domain/leaderboard.ts";
import { ShareButton } from "../../../jersey/share/share-button.tsx";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { boardShareId, shareImagePath } from "../../../shared/head/share-image.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { Ranking, RankingExplained } from "../../components/ranking.tsx";
import type { Route } from "./+types/route.ts";

/** Jerseys on a board. */
const PLACES = 50;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const lang = languageOf(url.pathname);
  const [scope, value] = [params.scope.toLowerCase(), params.value.toLowerCase()];
  if (!isBoardScope(scope) || !isBoardValue(value)) throw notFound();
  if (scope !== params.scope || value !== params.value) {
    throw redirect(href("leaderboard", { scope, value }, lang), 301);
  }
  const client = reader(context);
  const board = { scope, value };
  const [name, ranked] = await Promise.all([
    boardName(client, board, lang),
    readLeaderboard(client, board, { lang, limit: PLACES }),
  ]);
  if (!name) throw notFound();
  return { board, name, ranked };
}

function crumbsOf(name: string, lang: Language): Crumb[] {
  return breadcrumbsFromHome(
    lang,
    { label: translator(lang, "leaderboards")("title"), path: href("leaderboards", {}, lang) },
    { label: name },
  );
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  if (!loaderData) return [];
  const lang = languageOf(location.pathname);
  const t = translator(lang, "leaderboards");
  const { board, name, ranked } = loaderData;
  if (ranked.length === 0) return noindexMeta(t("of", { name }));
  return pageMeta({
    screen: "leaderboard",
    params: { ...board },
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: t("ofMeta.title", { name }),
    description: t("ofMeta.description", { name }),
    crumbs: crumbsOf(name, lang),
  });
};

/** The best jerseys of a sport, season, competition, brand or colour. */
export default function LeaderboardScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("leaderboards");
  const lang = useLanguage();
  const to = useHref();
  const { board, name, ranked } = loaderData;
  const title = t("of", { name });
  return (
    <>
      <PageHead crumbs={crumbsOf(name, lang)} title={title}>
        <RankingExplained />
        {ranked.length > 0 && (
          <ShareButton
            title={title}
            picture={shareImagePath("leaderboard", boardShareId(board), lang)}
            className="mt-4 text-base"
          />
        )}
      </PageHead>
      <div className="page grid grid-cols-1 gap-8 pb-8">
        <h2 className="sr-only">{t("places")}</h2>
        <Ranking ranked={ranked} />
        <p>
          <Link to={to("leaderboards", {})} className={button({ variant: "outline" })}>
            {t("others")}
          </Link>
        </p>
      </div>
    </>
  );
}
