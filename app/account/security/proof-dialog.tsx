import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { browserClient } from "../../shared/data/browser.ts";
import { authProblem } from "../data/session/auth-problem.ts";
import { renewProof } from "../data/session/credentials.ts";
import { TextForm } from "./text-form.tsx";

/** Asks for the code that was just sent: the session is too old for a change of access. */
export function ProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const { t } = useTranslation(["security", "auth"]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function prove(code: string) {
    setBusy(true);
    setFailure(undefined);
    try {
      await renewProof(await browserClient(), code.replaceAll(" ", ""));
      onProven();
    } catch (error) {
      setFailure(t(`auth:errors.${authProblem(error) ?? "unknown"}`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("proof.title")}
        description={t("password.codeHelp")}
        closeLabel={t("close")}
      >
        <TextForm
          label={t("password.code")}
          submit={t("proof.submit")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          minLength={6}
          busy={busy}
          failure={failure}
          onSubmit={(code) => void prove(code)}
          onCancel={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}
