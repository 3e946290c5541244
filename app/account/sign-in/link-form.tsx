import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { sendMagicLink } from "../data/session/auth.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { BackToLogin } from "./back-to-login.tsx";
import { CodeAgain } from "./code-again.tsx";
import { CodeForm } from "./code-form.tsx";
import { EmailField } from "./fields.tsx";
import { useSignInReturnUrl } from "./return-address.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** Signs in without a password, by the link or code of a mail. */
export function LinkForm() {
  const { t } = useTranslation("auth");
  const returnUrl = useSignInReturnUrl();
  const [sentTo, setSentTo] = useState<string>();
  const state = useAuthForm(async (client, { email = "", captchaToken }) => {
    await sendMagicLink(client, email, returnUrl(), captchaToken);
    setSentTo(email);
  }, t("recover.failed"));

  if (sentTo) {
    return (
      <CodeForm
        sent={{ email: sentTo }}
        lead={t("code.mailed", { email: sentTo })}
        footer={<CodeAgain onBack={() => setSentTo(undefined)} />}
      />
    );
  }
  return (
    <AuthFrame
      state={state}
      guarded
      title={t("link.link")}
      lead={t("link.lead")}
      submit={t("recover.submit")}
      footer={<BackToLogin />}
    >
      <EmailField />
    </AuthFrame>
  );
}
