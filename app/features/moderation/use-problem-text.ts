import { useTranslation } from "react-i18next";

import { type DatabaseProblem, detailsOf } from "../../data/database-error.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** The decision that another administrator took first. */
interface FirstDecision {
  /** `refused` is about an edit. */
  status: "approved" | "rejected" | "refused";
  moderator: string | null;
  moderated_at: string;
  moderation_note: string | null;
}

export function firstDecision(problem: DatabaseProblem): FirstDecision | undefined {
  return problem.message === "jersey_already_decided" ? detailsOf(problem) : undefined;
}

const WORDS = [
  "jersey_not_found",
  "jersey_changed_meanwhile",
  "moderation_denied",
  "moderation_note_required",
  "undo_too_late",
  "edit_part_too_many_images",
] as const;

/** Key under `errors` of any problem other than an earlier decision. */
export function errorKey({ kind, message }: DatabaseProblem) {
  if (kind === "offline") return kind;
  return WORDS.find((word) => word === message) ?? "failed";
}

/** Returns a function that translates the failure of a decision, a merge or a revert. */
export function useProblemText(): (problem: DatabaseProblem) => string {
  const { t } = useTranslation("admin");
  const lang = useLanguage();
  return (problem) => {
    const first = firstDecision(problem);
    if (!first) return t(`errors.${errorKey(problem)}`);
    return t(`errors.jersey_already_decided_${first.status}`, {
      moderator: first.moderator ?? t("errors.someone"),
      when: formatDateTime(first.moderated_at, lang),
      note: first.moderation_note ?? "",
    });
  };
}
