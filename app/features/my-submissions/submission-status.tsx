import { useTranslation } from "react-i18next";

import { Badge } from "../../components/ui/badge.tsx";
import type { MySubmission } from "../../data/submissions/mine.ts";

const TONES = { pending: "outline", approved: "success", rejected: "danger" } as const;

/** Status of a submission, and what became of edits after the decision, or of the jersey. */
export function SubmissionStatus({ jersey }: { jersey: MySubmission }) {
  const { t } = useTranslation("account");
  const { status, edited_at, edit, fate } = jersey;
  if (fate) return <Badge tone="neutral">{t(`status.${fate.kind}`)}</Badge>;
  // A rejected submission that was edited is shown as submitted again, not as rejected.
  if (status === "rejected" && edited_at) {
    return <Badge tone="outline">{t("status.resubmitted")}</Badge>;
  }
  return (
    <>
      <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      {edited_at && <Badge tone="outline">{t("status.edited")}</Badge>}
      {edit?.status === "refused" && <Badge tone="danger">{t("status.refused")}</Badge>}
    </>
  );
}
