import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { DatabaseProblem } from "../../shared/data/database-error.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

/** Why a change is refused: a text of ours, otherwise the database's (docs/product/contribute.md 10.7). */
export function useRefusal() {
  const { t } = useTranslation("account");
  const problemText = useProblemText("account:edit.errors");
  return (problem: DatabaseProblem): string =>
    problemText(problem, problem.message ?? t("edit.unknown"));
}
