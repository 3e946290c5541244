import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import { toast } from "../../shared/components/toast.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { deleteJersey } from "../data/submissions/edit.ts";
import { submissionKeys } from "../data/submissions/keys.ts";
import { useRefusal } from "./use-refusal.ts";

/** Deletes a member's jersey after a confirmation (docs/product/contribute.md 10.13). */
export function DeleteDialog({
  jersey,
  onClose,
}: {
  jersey: { id: string; title: string };
  onClose: () => void;
}) {
  const { t } = useTranslation(["account", "common"]);
  const refusal = useRefusal();
  const { mutate: remove, isPending } = useMemberMutation({
    write: (client) => deleteJersey(client, jersey.id),
    invalidates: [submissionKeys.all],
    onSuccess: () => {
      toast.success(t("delete.success"));
      onClose();
    },
    onError: (error) => {
      toast.error(t("delete.failed", { reason: refusal(databaseProblem(error)) }));
      onClose();
    },
  });

  return (
    <ConfirmDialog
      title={t("delete.title", { title: jersey.title })}
      text={t("delete.text")}
      confirm={t("delete.confirm")}
      cancel={t("common:action.cancel")}
      close={t("common:close")}
      busy={isPending}
      onConfirm={() => remove()}
      onClose={onClose}
    />
  );
}
