import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { databaseProblem, detailsOf } from "../../shared/data/database-error.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import type { SuggestionStatus } from "../../shared/domain/suggestion.ts";

/** What the database says of a decision that somebody else has taken; who, if the reviewer may know. */
interface Taken {
  status?:
    | ("approved" | "rejected" | "upheld" | "dismissed" | null)
    | Exclude<SuggestionStatus, "open">;
  username?: string | null;
  moderator?: string | null;
}

/** Returns a function that says why a decision failed. Needs the texts `suggestions` and `memberFile` too. */
export function useReviewProblem(): (error: unknown) => string {
  const { t } = useTranslation(["review", "memberFile"]);
  const problemText = useProblemText("review:errors", "suggestions:errors");
  return (error) => {
    const problem = databaseProblem(error);
    if (problem.message?.endsWith("_decided")) {
      const { status, username, moderator } = detailsOf<Taken>(problem) ?? {};
      const name = username ?? moderator ?? t("review:someone");
      return status
        ? t("review:tooLate", { name, status: t(`memberFile:status.${status}`) })
        : t("review:errors.decided", { name });
    }
    return problemText(error);
  };
}
