import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { votesCountIn } from "../domain/vote-standing.ts";
import { formatWait } from "../../shared/i18n/format.ts";
import { languageOf } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";

/** Whose votes this browser has spoken of. */
const SHOWN_TO = "maillotheque.votes-count";

/**
 * Tells a member whose votes don't count for rankings yet, once, from when on they will. The vote
 * itself is in, and the score shows it.
 */
export async function announceVotesCount(): Promise<void> {
  const { data } = await (await browserClient()).auth.getSession();
  const user = data.session?.user;
  if (!user || localStorage.getItem(SHOWN_TO) === user.id) return;
  const seconds = votesCountIn(user, Date.now());
  if (seconds === 0) return;
  const lang = languageOf(location.pathname);
  const t = translator(lang, "common");
  toast.info(
    seconds === undefined
      ? t("vote.countsConfirmed")
      : t("vote.countsLater", { wait: formatWait(seconds, lang) }),
  );
  localStorage.setItem(SHOWN_TO, user.id);
}
