import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { databaseProblem } from "../../data/database-error.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { withdrawEdit } from "../../data/submissions/edit.ts";
import { submissionKeys } from "../../data/submissions/keys.ts";
import { useRefusal } from "./use-refusal.ts";

/** Takes back an author's changes to an approved jersey (docs/product.md 10.16). */
export function WithdrawButton({ jerseyId, onDone }: { jerseyId: string; onDone: () => void }) {
  const { t } = useTranslation("account");
  const refusal = useRefusal();
  const { mutate: withdraw, isPending } = useMemberMutation({
    write: (client) => withdrawEdit(client, jerseyId),
    invalidates: [submissionKeys.all],
    onSuccess: () => {
      toast.success(t("edit.withdrawn"));
      onDone();
    },
    onError: (error) => {
      toast.error(t("edit.failed", { reason: refusal(databaseProblem(error)) }));
    },
  });
  return (
    <Button
      variant="outline"
      size="sm"
      className="justify-self-start"
      disabled={isPending}
      onClick={() => withdraw()}
    >
      <Undo2 aria-hidden />
      {t("edit.withdraw")}
    </Button>
  );
}
