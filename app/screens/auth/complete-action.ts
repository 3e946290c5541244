import { toast } from "../../components/toast.ts";
import { requestReport } from "../../data/reports/requested-report.ts";
import { memberId } from "../../data/session/member-id.ts";
import type { PostponedAction } from "../../data/session/postponed-action.ts";
import { castVote } from "../../data/votes/use-vote-counts.ts";
import type { Vote } from "../../domain/vote.ts";
import { changeShelf } from "../../features/collection/toggle-shelf.ts";
import type { Language } from "../../i18n/languages.ts";
import { fetchTranslator } from "../../i18n/translations.ts";

/** Does what a visitor pressed before signing in, and says so in a toast. */
export async function completeAction(action: PostponedAction, lang: Language): Promise<void> {
  const userId = await memberId();
  if (!userId) return;
  switch (action.kind) {
    case "vote":
      return vote(userId, action.jerseyId, action.vote, lang);
    case "shelf": {
      const { jerseyId, title, shelf } = action;
      const t = await fetchTranslator(lang, "collection");
      return changeShelf({ userId, jersey: { id: jerseyId, title }, shelf, isOnShelf: true }, t);
    }
    case "report":
      return requestReport(action.target);
  }
}

/** Sets the vote. A second press would remove it, but the member may have voted so before. */
async function vote(userId: string, jerseyId: string, chosen: Vote, lang: Language): Promise<void> {
  const t = await fetchTranslator(lang, "auth");
  try {
    await castVote(userId, jerseyId, () => chosen);
    toast.success(t(`postponed.${chosen}`));
  } catch (error) {
    console.error("vote failed", error);
    toast.error(t("postponed.voteFailed"));
  }
}
