import { toast } from "../../../shared/components/toast.ts";
import { requestReport } from "../../../contribute/data/reports/requested-report.ts";
import { memberId } from "../../../shared/session/member-id.ts";
import type { PostponedAction } from "../../../shared/session/postponed-action.ts";
import { castVote } from "../../../jersey/data/votes/use-vote-counts.ts";
import type { Vote } from "../../../shared/domain/vote.ts";
import { changeFollow } from "../../../collect/follows/toggle-follow.ts";
import { changeShelf } from "../../../collect/collection/toggle-shelf.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { loadMessages } from "../../../shared/i18n/messages.ts";
import { fetchTranslator } from "../../../shared/i18n/translations.ts";

/** Does what a visitor pressed before signing in, and says each in a toast: the last press, which is of this page, at last. */
export async function completeActions(
  actions: readonly PostponedAction[],
  lang: Language,
): Promise<void> {
  const userId = await memberId();
  if (!userId) return;
  for (const action of actions) await complete(userId, action, lang);
}

async function complete(userId: string, action: PostponedAction, lang: Language): Promise<void> {
  switch (action.kind) {
    case "vote":
      return vote(userId, action.jerseyId, action.vote, lang);
    case "shelf": {
      const { jerseyId, title, shelf } = action;
      await loadMessages(lang, ["collection"]);
      return changeShelf({ userId, jersey: { id: jerseyId, title }, shelf, isOnShelf: true }, lang);
    }
    case "follow":
      await loadMessages(lang, ["follows"]);
      return changeFollow(userId, action.target, true, lang);
    case "report":
      return requestReport(action.target);
  }
}

/** Sets the vote. A second press would remove it, but the member may have voted so before. */
async function vote(userId: string, jerseyId: string, chosen: Vote, lang: Language): Promise<void> {
  const t = await fetchTranslator(lang, "auth");
  try {
    await castVote(userId, jerseyId, () => chosen);
    toast.success(t("postponed.vote"));
  } catch (error) {
    console.error("vote failed", error);
    toast.error(t("postponed.voteFailed"));
  }
}
