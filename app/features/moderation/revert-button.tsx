import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { browserClient } from "../../data/browser.ts";
import { revertJersey } from "../../data/moderation/duplicates.ts";
import { queueKey } from "../../data/moderation/queue.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { queryClient } from "../../data/query-client.ts";
import { useProblemText } from "./use-problem-text.ts";

/** Goes back to the version that was decided on. */
export function RevertButton({ jerseyId, disabled }: { jerseyId: string; disabled: boolean }) {
  const { t } = useTranslation("admin");
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);

  async function revert() {
    setBusy(true);
    try {
      await revertJersey(await browserClient(), jerseyId);
      toast.success(t("revert.done"));
    } catch (error) {
      toast.error(problemText(databaseProblem(error)));
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: queueKey });
  }

  return (
    <Button variant="outline" disabled={disabled || busy} onClick={() => void revert()}>
      {busy ? <Spinner /> : <Undo2 aria-hidden />}
      {t("revert.button")}
    </Button>
  );
}
