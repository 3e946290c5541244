import type { Language } from "../../app/shared/i18n/languages.ts";
import type { NoticeClaim, VisitorReportClaim } from "./claims.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

/** What was done about a report; after a contest, how the comment or list that it is about stands now. */
export function stateInWords(
  {
    outcome,
    about,
    done,
    is_again,
  }: Pick<NoticeClaim, "outcome" | "done" | "is_again"> & {
    about: NoticeClaim["about"] | VisitorReportClaim["target_type"];
  },
  lang: Language,
): string | undefined {
  const texts = MAIL_TEXTS[lang].notices;
  if (is_again && (about === "comment" || about === "list")) {
    if (outcome === "dismissed") return texts.stands.shown;
    if (done === "hidden") return texts.stands.hidden;
  }
  return done && done !== "other" ? texts.done[done] : undefined;
}
