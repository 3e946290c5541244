import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { asText } from "../components/reason-fields.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

/** Asks why a comment, or all of a member, shall be hidden. */
export default function HideDialog({
  draftKey,
  count = 1,
  isBusy,
  onHide,
  onClose,
}: {
  draftKey: string;
  /** How many are hidden. */
  count?: number;
  isBusy: boolean;
  /** Resolves to true if that was done. */
  onHide: (reason: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation("memberFile");
  return (
    <ReasonDialog
      draftKey={draftKey}
      title={t("hide", { count })}
      text={t("hideText")}
      isReasonAsked
      of="person"
      preset="off_topic"
      confirm={t("hide", { count })}
      busy={isBusy}
      onConfirm={(given) => onHide(asText(given))}
      onClose={onClose}
    />
  );
}
