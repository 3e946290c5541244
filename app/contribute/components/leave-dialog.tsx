import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";

/** Asks before a form is left whose changes aren't saved. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation(["submit", "common"]);
  return (
    <ConfirmDialog
      title={t("submit:leave.title")}
      text={t("submit:leave.text")}
      confirm={t("submit:leave.confirm")}
      cancel={t("submit:leave.cancel")}
      close={t("common:close")}
      onConfirm={onLeave}
      onClose={onStay}
    />
  );
}
