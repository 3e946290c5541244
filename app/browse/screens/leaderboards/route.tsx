import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { listBoards, type NamedBoard } from "../../data/ranking/boards.ts";
import { readLeaderboard } from "../../data/ranking/leaderboard.ts";
import { BOARD_SCOPES, type BoardScope } from "../../../shared/domain/leaderboard.ts";
import { ShareButton } from "../../../jersey/share/share-button.tsx";
import { crumbsOf, listScreenMeta } from "../../head/list-screen-meta.ts";
import { shareImagePath } from "../../../shared/head/share-image.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { nameOrder } from "../../../shared/i18n/name-order.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { Ranking, RankingExplained } from "../../components/ranking.tsx";
import type { Route } from "./+types/route.ts";
import { BoardLinks } from "./board-links.tsx";

/** Jerseys of all. */
const PLACES = 12;

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const [ranked, boards] = await Promise.all([
    readLeaderboard(client, undefined, { lang, limit: PLACES }),
    listBoards(client, lang),
  ]);
  return {
    ranked,
    boards: BOARD_SCOPES.map((scope) => ({ scope, boards: ordered(boards, scope, lang) })),
  };
}

/** Seasons from the newest on, others by name. */
function ordered(boards: NamedBoard[], scope: BoardScope, lang: Language): NamedBoard[] {
  const some = boards.filter((board) => board.scope === scope);
  if (scope === "season") return some.sort((a, b) => (a.value < b.value ? 1 : -1));
  return some.sort(nameOrder(lang, ({ name }) => name));
}

export const meta: Route.MetaFunction = listScreenMeta("leaderboards");

/** The best jerseys of all, and every other leaderboard. */
export default function LeaderboardsScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("leaderboards");
  const lang = useLanguage();
  const { ranked, boards } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbsOf("leaderboards", lang)} title={t("title")}>
        <p>{t("lead")}</p>
        <ShareButton
          title={t("title")}
          picture={shareImagePath("leaderboard", undefined, lang)}
          className="mt-4 text-base"
        />
      </PageHead>
      <div className="page grid grid-cols-1 gap-8 pb-8">
        <section aria-labelledby="best" className="grid grid-cols-1 gap-4">
          <h2 id="best" className="heading text-3xl">
            {t("ofAll")}
          </h2>
          <RankingExplained />
          <Ranking ranked={ranked} />
        </section>
        <BoardLinks scopes={boards} />
      </div>
    </>
  );
}
