import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "../../components/ui/empty-state.tsx";
import { recoverPassword } from "../../data/session/auth.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { BackToLogin } from "./back-to-login.tsx";
import { EmailField } from "./fields.tsx";
import { useReturnAddress } from "./return-address.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** Requests a recovery link by mail. */
export function RecoverForm() {
  const { t } = useTranslation("auth");
  const returnTo = useReturnAddress("password");
  const [sentTo, setSentTo] = useState<string>();
  const state = useAuthForm(async (client, { email = "", captchaToken }) => {
    await recoverPassword(client, email, returnTo(), captchaToken);
    setSentTo(email);
  }, t("recover.failed"));

  if (sentTo) {
    return (
      <div role="status">
        <EmptyState
          icon={<MailCheck aria-hidden />}
          title={t("recover.success", { email: sentTo })}
          action={<BackToLogin />}
        >
          {t("sent.hint")}
        </EmptyState>
      </div>
    );
  }
  return (
    <AuthFrame
      state={state}
      guarded
      title={t("recover.title")}
      lead={t("recover.lead")}
      submit={{ label: t("recover.submit"), busy: t("recover.busy") }}
      footer={<BackToLogin />}
    >
      <EmailField />
    </AuthFrame>
  );
}
