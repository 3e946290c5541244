import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { databaseProblem, detailsOf } from "../../shared/data/database-error.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

/** Of something that nobody has to decide on any more. */
const LEFT = new Set([
  "suggestion_decided",
  "report_decided",
  "suggestion_held",
  "jersey_already_decided",
  "jersey_not_found",
]);

/** True if a decision failed because somebody else decided meanwhile, or what it is about is gone. */
export function hasLeft(error: unknown): boolean {
  return LEFT.has(databaseProblem(error).message ?? "");
}

/** Returns a function that says why a decision failed. Needs the texts `suggestions` too. */
export function useReviewProblem(): (error: unknown) => string {
  const { t } = useTranslation("review");
  const problemText = useProblemText("review:errors", "suggestions:errors");
  return (error) => {
    const problem = databaseProblem(error);
    if (problem.message?.endsWith("_decided")) {
      const { username, moderator } = detailsOf<Partial<Record<string, string>>>(problem) ?? {};
      return t("errors.decided", { name: username ?? moderator ?? t("someone") });
    }
    return problemText(error);
  };
}
