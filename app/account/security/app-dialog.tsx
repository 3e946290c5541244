import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { browserClient } from "../../shared/data/browser.ts";
import { type NewApp, showCode } from "../data/session/second-factor.ts";
import { CopyButton } from "./copy-button.tsx";
import { TextForm } from "./text-form.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";

/**
 * Shows the secret for an authenticator app, as a QR code and as text, and verifies the app's first
 * code.
 */
export function AppDialog({
  app,
  onAdded,
  onClose,
}: {
  app: NewApp;
  onAdded: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["security", "common"]);
  const { busy, failure, run } = useSecurityMutation();
  const [isTyped, setTyped] = useState(false);

  async function verify(code: string) {
    if (await run((client) => showCode(client, app.id, code.replaceAll(" ", "")))) onAdded();
  }

  function cancel() {
    // If this fails, the next enrolment removes the factor.
    void browserClient().then(({ auth }) => auth.mfa.unenroll({ factorId: app.id }));
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && cancel()}>
      <DialogContent
        title={t("app.title")}
        description={t("app.scan")}
        closeLabel={t("common:close")}
      >
        <div className="grid justify-items-center gap-3">
          {/* QR scanners expect dark on light, in every theme. */}
          <img
            src={app.qrCode}
            alt={t("app.picture")}
            className="size-52 rounded-xl bg-white p-2"
          />
          {isTyped ? (
            <div className="grid justify-items-center gap-2">
              <p className="text-center text-sm text-muted">{t("app.secret")}</p>
              <code className="text-center font-mono break-all select-all">
                {app.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
              </code>
              <CopyButton text={app.secret} />
            </div>
          ) : (
            <Button variant="link" className="min-h-11! text-sm" onClick={() => setTyped(true)}>
              {t("app.type")}
            </Button>
          )}
        </div>
        <TextForm
          label={t("app.code")}
          submit={t("app.submit")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          minLength={6}
          busy={busy}
          failure={failure}
          onSubmit={(code) => void verify(code)}
          onCancel={cancel}
        />
      </DialogContent>
    </Dialog>
  );
}
