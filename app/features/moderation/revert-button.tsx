import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { revertJersey } from "../../data/moderation/duplicates.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import { useProblemText } from "./use-problem-text.ts";

/** Reverts a jersey to the version that was decided on. */
export function RevertButton({ jerseyId, disabled }: { jerseyId: string; disabled: boolean }) {
  const { t } = useTranslation("admin");
  const problemText = useProblemText();
  const { mutate: revert, isPending } = useMemberMutation({
    write: (client) => revertJersey(client, jerseyId),
    invalidates: [moderationKeys.queue],
    onSuccess: () => {
      toast.success(t("revert.done"));
    },
    onError: (error) => {
      toast.error(problemText(databaseProblem(error)));
    },
  });

  return (
    <Button variant="outline" disabled={disabled || isPending} onClick={() => revert()}>
      {isPending ? <Spinner /> : <Undo2 aria-hidden />}
      {t("revert.button")}
    </Button>
  );
}
