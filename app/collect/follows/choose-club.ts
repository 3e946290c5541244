import type { FollowTarget } from "../../shared/domain/follow.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { changeFollow } from "./toggle-follow.ts";

/** Follows a club where the page doesn't carry the texts for it, or ends it. */
export async function chooseClub(
  userId: string,
  club: Omit<FollowTarget, "type">,
  isChosen: boolean,
  lang: Language,
): Promise<void> {
  await loadMessages(lang, ["follows"]);
  await changeFollow(userId, { ...club, type: "team" }, isChosen, lang);
}
