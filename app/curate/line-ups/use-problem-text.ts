import { useTranslation } from "react-i18next";

import { databaseProblem, detailsOf } from "../../shared/data/database-error.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Messages of the database that have a text of the same name. */
const TEXTS = [
  "roll_over_exists",
  "roll_over_empty",
  "roll_over_changed",
  "roll_over_published",
  "roll_over_not_found",
  "line_up_changed",
  "line_up_team_unknown",
] as const;

/** Describes why a write of line-ups failed. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation("adminLineUps");
  const lang = useLanguage();
  return (error) => {
    const problem = databaseProblem(error);
    const known = TEXTS.find((text) => text === problem.message);
    if (known) return t(`problems.${known}`);
    if (problem.message === "line_up_exists") {
      const names = detailsOf<{ competitions: string[] }>(problem)?.competitions ?? [];
      const competitions = new Intl.ListFormat(lang).format(names);
      return t("problems.line_up_exists", { competitions });
    }
    switch (problem.kind) {
      case "notFound":
        return t("problems.gone");
      case "denied":
      case "expired":
      case "offline":
        return t(`problems.${problem.kind}`);
      default:
        return t("problems.failed");
    }
  };
}
