import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { submissionKeys } from "../data/submissions/keys.ts";
import { suggestionKeys } from "../data/suggestions/keys.ts";
import { withdrawSuggestion } from "../data/suggestions/suggest.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

/** Asks before a suggestion, or what was refused of it, is withdrawn. */
export function WithdrawDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["contributions", "common"]);
  const problemText = useProblemText("suggestions:errors");
  const { mutate, isPending } = useMemberMutation({
    write: (client) => withdrawSuggestion(client, id),
    // Of one's own jersey it was shown as the author wanted it.
    invalidates: [suggestionKeys.all, submissionKeys.all],
    onSuccess: () => {
      toast.success(t("withdraw.done"));
    },
    onError: (error) => {
      toast.error(problemText(error));
    },
  });
  return (
    <ConfirmDialog
      title={t("withdraw.confirm")}
      text={t("withdraw.text")}
      confirm={t("withdraw.confirm")}
      cancel={t("common:action.cancel")}
      close={t("common:close")}
      busy={isPending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
