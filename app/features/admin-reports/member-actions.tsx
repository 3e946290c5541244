import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import type { ReportedTarget } from "../../data/reports/admin-reports.ts";
import { NoteDialog } from "./note-dialog.tsx";
import type { ReportActions } from "./use-report-actions.ts";

/** What an administrator can do about a reported member; their page has neither text nor photo. */
export function MemberActions({
  member,
  actions,
}: {
  member: NonNullable<ReportedTarget["target"]["member"]>;
  actions: ReportActions;
}) {
  const { t } = useTranslation("adminCommunity");
  const [asking, setAsking] = useState<"rename" | "suspend">();
  const name = member.display_name ?? member.username;
  const close = () => setAsking(undefined);

  async function act(action: "rename" | "suspend", reason?: string): Promise<boolean> {
    const isDone = await actions.actOnMember(action, name, reason);
    if (isDone) close();
    return isDone;
  }

  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        disabled={actions.busy}
        onClick={() => setAsking("rename")}
      >
        {t("members.rename")}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabled={actions.busy}
        onClick={() => setAsking("suspend")}
      >
        {t("members.suspend")}
      </Button>
      {asking === "rename" && (
        <NoteDialog
          title={t("members.confirm.rename", { name })}
          label={t("members.reason")}
          help={t("members.text.rename")}
          confirm={t("members.rename")}
          required
          busy={actions.busy}
          draftKey={`note.rename.${member.id}`}
          onConfirm={(note) => act("rename", note)}
          onClose={close}
        />
      )}
      {asking === "suspend" && (
        <ConfirmDialog
          title={t("members.confirm.suspend", { name })}
          text={t("members.text.suspend")}
          confirm={t("members.suspend")}
          cancel={t("cancel")}
          close={t("close")}
          busy={actions.busy}
          onConfirm={() => void act("suspend")}
          onClose={close}
        />
      )}
    </>
  );
}
