import { MailCheck } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Captcha } from "../../shared/components/captcha.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { BackToLogin } from "./back-to-login.tsx";
import { CodeForm } from "./code-form.tsx";
import { ResendButton } from "./resend-button.tsx";

/**
 * Shown after a sign-up: the confirmation mail is on its way. Its code confirms here as well.
 * @param props.onBack leads back to the form, where another address is entered
 */
export function SentPanel({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation("auth");
  const [sent, setSent] = useState(0);
  return (
    <div className="grid gap-8">
      <div role="status">
        <EmptyState icon={<MailCheck aria-hidden />} title={t("signup.success")}>
          <p>{t("sent.text", { email })}</p>
        </EmptyState>
      </div>
      <CodeForm
        sent={{ email }}
        lead={t("sent.code")}
        success={t("return.welcome")}
        remedies={{ already_confirmed: <BackToLogin /> }}
        footer={
          <Button variant="link" className="min-h-11!" onClick={onBack}>
            {t("sent.other")}
          </Button>
        }
      />
      <form className="grid justify-items-center gap-4 text-center">
        <p className="text-sm text-muted">{t("sent.hint")}</p>
        <Captcha key={sent} />
        <ResendButton email={() => email} onSent={() => setSent(sent + 1)} paused />
      </form>
    </div>
  );
}
