import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { authProblem } from "../data/session/auth-problem.ts";
import { renewProof } from "../data/session/credentials.ts";
import { TextForm } from "./text-form.tsx";

/** Asks for the code that was just sent: the session is too old for a change of access. */
export function ProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const { t } = useTranslation(["security", "auth", "common"]);
  const { mutate, isPending, error } = useMemberMutation({
    write: (client, code: string) => renewProof(client, code.replaceAll(" ", "")),
    onSuccess: onProven,
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("proof.title")}
        description={t("password.codeHelp")}
        closeLabel={t("common:close")}
      >
        <TextForm
          label={t("password.code")}
          submit={t("common:action.confirm")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          minLength={6}
          busy={isPending}
          failure={error ? t(`auth:errors.${authProblem(error) ?? "unknown"}`) : undefined}
          onSubmit={(code) => mutate(code)}
          onCancel={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}
