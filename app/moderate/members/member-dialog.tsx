import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { memberKeys } from "../data/members/keys.ts";
import { reviewKeys } from "../data/review/keys.ts";
import { actOnMember, type Member, type MemberAction } from "../data/members/members.ts";
import { MAX_NOTE } from "../../shared/domain/rules/member-rules.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { asText } from "../components/reason-fields.tsx";
import { ReasonDialog } from "../review/reason-dialog.tsx";

const DESTRUCTIVE = new Set<MemberAction>(["suspend", "revoke", "discharge", "rename"]);

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
  const { t } = useTranslation(["adminCommunity", "common", "suggestions"]);
  const name = member.display_name ?? member.username;
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const problemText = useProblemText("adminCommunity:members.errors");
  const {
    mutate: act,
    mutateAsync,
    isPending,
  } = useMemberMutation({
    write: (client, given: string) => actOnMember(client, member.id, action, given),
    // New names settle what was reported about them.
    invalidates: [memberKeys.all, reviewKeys.all, ...reviewKeys.counts],
    onSuccess: () => {
      toast.success(t("members.done", { name }));
    },
    onError: (error) => toast.error(problemText(error)),
  });

  function onConfirm() {
    const isMissing = action === "rename" && tidy(reason) === "";
    setMissing(isMissing);
    if (!isMissing) act(tidy(reason), { onSettled: onClose });
  }

  if (action === "suspend") {
    return (
      <ReasonDialog
        draftKey={`suspend.${member.id}`}
        title={t("common:of", { label: t("members.suspend"), name })}
        text={t("members.text.suspend")}
        isReasonAsked
        of="person"
        confirm={t("members.suspend")}
        busy={isPending}
        onConfirm={(given) => isDone(mutateAsync(asText(given), { onSettled: onClose }))}
        onClose={onClose}
      />
    );
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("common:of", { label: t(`members.${action}`), name })}
        description={t(`members.text.${action === "discharge" ? "revoke" : action}`)}
        closeLabel={t("common:close")}
      >
        {action === "rename" && (
          <Field
            label={t("suggestions:reason.label")}
            required
            error={missing && t("common:fillIn")}
            className="mb-4"
          >
            <Textarea
              value={reason}
              maxLength={MAX_NOTE}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose asChild>
            <Button variant="outline">{t("common:action.cancel")}</Button>
          </DialogClose>
          <Button
            variant={DESTRUCTIVE.has(action) ? "destructive" : "default"}
            busy={isPending}
            onClick={onConfirm}
          >
            {t(`members.${action}`)}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
