import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { queryClient } from "../../data/query-client.ts";
import { deleteJersey } from "../../data/submissions/edit.ts";
import { useRefusal } from "./use-refusal.ts";

/** Deletes a member's jersey, after a warning that this is final (docs/product.md 10.13). */
export function DeleteDialog({
  jersey,
  onClose,
}: {
  jersey: { id: string; title: string };
  onClose: () => void;
}) {
  const { t } = useTranslation("account");
  const refusal = useRefusal();
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await deleteJersey(await browserClient(), jersey.id);
      toast.success(t("delete.success"));
      void queryClient.invalidateQueries({ queryKey: ["submissions"] });
    } catch (error) {
      toast.error(t("delete.failed", { reason: refusal(databaseProblem(error)) }));
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("delete.title", { title: jersey.title })}
      text={t("delete.text")}
      confirm={t("delete.confirm")}
      cancel={t("cancel")}
      close={t("close")}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
