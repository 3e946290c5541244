import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { memberKeys } from "../../data/members/keys.ts";
import { actOnMember, type Member, type MemberAction } from "../../data/members/members.ts";

const KNOWN = ["suspension_of_self", "member_is_admin", "member_not_found"] as const;

/** Confirms and performs an action on a member. */
export function MemberDialog({
  member,
  action,
  onClose,
}: {
  member: Member;
  action: MemberAction;
  onClose: () => void;
}) {
  const { t } = useTranslation("adminCommunity");
  const name = member.display_name ?? member.username;
  const { mutate: act, isPending } = useMemberMutation({
    write: (client) => actOnMember(client, member.id, action),
    invalidates: [memberKeys.all],
    onSuccess: () => {
      toast.success(t(`members.done.${action}`, { name }));
    },
    onError: (error) => {
      const known = KNOWN.find((word) => word === error.message);
      toast.error(known ? t(`members.errors.${known}`) : t("saveFailed"));
    },
  });

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
            disabled={isPending}
            onClick={() => act(undefined, { onSettled: onClose })}
          >
            {isPending && <Spinner />}
            {t(`members.${action}`)}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
