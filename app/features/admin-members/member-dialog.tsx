import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { browserClient } from "../../data/browser.ts";
import {
  actOnMember,
  type Member,
  type MemberAction,
  membersKey,
} from "../../data/members/members.ts";
import { queryClient } from "../../data/query-client.ts";

const KNOWN = ["suspension_of_self", "member_is_admin", "member_not_found"] as const;

/** Asks before something is done to a member, and does it. */
export function MemberDialog({
  member,
  action,
  onClose,
}: {
  member: Member;
  action: MemberAction;
  onClose: () => void;
}) {
  const { t } = useTranslation("adminDesk");
  const [busy, setBusy] = useState(false);
  const name = member.display_name ?? member.username;

  async function act() {
    setBusy(true);
    try {
      await actOnMember(await browserClient(), member.id, action);
      toast.success(t(`members.done.${action}`, { name }));
    } catch (error) {
      const known = KNOWN.find((word) => word === (error as { message?: string }).message);
      toast.error(known ? t(`members.errors.${known}`) : t("saveFailed"));
    }
    await queryClient.invalidateQueries({ queryKey: membersKey });
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(`members.confirm.${action}`, { name })}
        description={t(`members.text.${action}`)}
        closeLabel={t("close")}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose asChild>
            <Button variant="outline">{t("cancel")}</Button>
          </DialogClose>
          <Button
            variant={action === "suspend" || action === "revoke" ? "destructive" : "default"}
            disabled={busy}
            onClick={() => void act()}
          >
            {busy && <Spinner />}
            {t(`members.${action}`)}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
