import { useTranslation } from "react-i18next";

import { Badge } from "../../components/ui/badge.tsx";
import type { MySubmission } from "../../data/submissions/mine.ts";

const TONES = { pending: "outline", approved: "success", rejected: "danger" } as const;

/** What was decided, and what its author has sent in since. */
export function SubmissionStatus({ jersey }: { jersey: MySubmission }) {
  const { t } = useTranslation("account");
  const { status, edited_at } = jersey;
  // Who has corrected a shirt waits for an answer; the refusal is no longer the news.
  if (status === "rejected" && edited_at) {
    return <Badge tone="outline">{t("status.resubmitted")}</Badge>;
  }
  return (
    <>
      <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      {edited_at && <Badge tone="outline">{t("status.edited")}</Badge>}
    </>
  );
}
