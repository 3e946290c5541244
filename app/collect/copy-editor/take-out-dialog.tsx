import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import type { TakeOut } from "./copy-requests.ts";

/** Asks before copies with details leave the collection (docs/product/collect.md 25.5). */
export function TakeOutDialog({
  takeOut: { title, count },
  onAnswer,
}: {
  takeOut: TakeOut;
  onAnswer: (isWanted: boolean) => void;
}) {
  const { t } = useTranslation(["copies", "common", "submit"]);
  return (
    <ConfirmDialog
      title={t("takeOut.title", { title })}
      text={t("takeOut.text", { count })}
      confirm={t("common:action.remove")}
      cancel={t("submit:draft.confirmNo")}
      close={t("common:close")}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    />
  );
}
