import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { recoverPassword } from "../data/session/auth.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { BackToLogin } from "./back-to-login.tsx";
import { CodeForm } from "./code-form.tsx";
import { EmailField } from "./fields.tsx";
import { withMode } from "./mode.ts";
import { useRecoveryUrl } from "./return-address.ts";
import { useAuthForm } from "./use-auth-form.ts";

/**
 * Requests a recovery link and code by mail.
 * @param props.onRecover called before the code signs in: the form for a new password follows, and
 *   not the page to which sign-in leads
 */
export function RecoverForm({ onRecover }: { onRecover: () => void }) {
  const { t } = useTranslation("auth");
  const returnTo = useRecoveryUrl();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [sentTo, setSentTo] = useState<string>();
  const state = useAuthForm(async (client, { email = "", captchaToken }) => {
    await recoverPassword(client, email, returnTo(), captchaToken);
    setSentTo(email);
  }, t("recover.failed"));

  if (sentTo) {
    return (
      <div className="grid gap-10">
        <div role="status">
          <EmptyState
            icon={<MailCheck aria-hidden />}
            title={t("recover.success", { email: sentTo })}
            action={<BackToLogin />}
          >
            {t("recover.hint")}
          </EmptyState>
        </div>
        <CodeForm
          sent={{ email: sentTo, isForPassword: true }}
          lead={t("sent.code")}
          onSubmit={onRecover}
          onDone={() => void navigate(withMode(query, "password"), { replace: true })}
        />
      </div>
    );
  }
  return (
    <AuthFrame
      state={state}
      guarded
      title={t("recover.title")}
      lead={t("recover.lead")}
      submit={t("recover.submit")}
      footer={<BackToLogin />}
    >
      <EmailField />
    </AuthFrame>
  );
}
