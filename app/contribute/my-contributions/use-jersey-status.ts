import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { MySubmission } from "../data/submissions/mine.ts";

const TONES = {
  pending: "outline",
  approved: "success",
  rejected: "danger",
  resubmitted: "outline",
  merged: "neutral",
  removed: "neutral",
  hidden: "neutral",
} as const;

/** What became of a submission, in words. */
export function useJerseyStatus({ status, edited_at, fate }: MySubmission) {
  const { t } = useTranslation("contributions");
  // A rejected one that was edited waits again.
  const state =
    fate?.kind ?? (status === "rejected" && edited_at !== null ? "resubmitted" : status);
  return { status: t(`jersey.${state}`), tone: TONES[state] };
}
