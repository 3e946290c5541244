import { useTranslation } from "react-i18next";

import { formatWait } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { databaseProblem } from "../../../shared/data/database-error.ts";

/** The words that the database raises about suggestions and versions. */
const WORDS = [
  "suggestion_empty",
  "suggestion_already_so",
  "suggestion_duplicate",
  "suggestion_field_unknown",
  "suggestion_too_many",
  "suggestion_target_gone",
  "suggestion_held",
  "suggestion_own_jersey",
  "suggestion_photo_limit",
  "suggestion_decided",
  "suggestion_not_found",
  "suggestion_contested",
  "suggestion_changed",
  "suggestion_conflict",
  "suggestion_own",
  "suggestion_another_reviewer",
  "moderation_own",
  "revision_not_found",
  "revision_own",
  "member_not_found",
  "merge_with_itself",
  "jersey_not_found",
  "jersey_not_public",
  "jersey_merged",
  "jersey_removed",
] as const;

const HOUR = 3600;

/** Returns a function that says why a write about a suggestion or a version failed. Needs the texts `suggestions`. */
export function useSuggestionProblem(): (error: unknown) => string {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  return (error) => {
    const problem = databaseProblem(error);
    const { kind, message, waitSeconds = HOUR } = problem;
    const word = WORDS.find((known) => known === message);
    if (word) return t(`errors.${word}`);
    if (message === "suggestion_source") return t("errors.suggestion_source");
    if (kind === "offline" || kind === "factor" || kind === "denied") return t(`errors.${kind}`);
    if (kind === "tooMany") return t("errors.tooMany", { when: formatWait(waitSeconds, lang) });
    return t(kind === "notFound" ? "errors.suggestion_not_found" : "errors.failed");
  };
}
