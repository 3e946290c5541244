import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { sendSmsCode } from "../data/session/auth.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { phoneNumber } from "../domain/phone-number.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { BackToLogin } from "./back-to-login.tsx";
import { CodeAgain } from "./code-again.tsx";
import { CodeForm } from "./code-form.tsx";
import { PhoneField } from "./fields.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** Signs in or up with a code by SMS. */
export function PhoneForm() {
  const { t } = useTranslation("auth");
  const lang = useLanguage();
  const [sentTo, setSentTo] = useState<string>();
  const state = useAuthForm(async (client, { phone = "", captchaToken }) => {
    const number = phoneNumber(phone);
    await sendSmsCode(client, number, lang, captchaToken);
    setSentTo(number);
  }, t("recover.failed"));

  if (sentTo) {
    return (
      <CodeForm
        sent={{ phone: sentTo }}
        lead={t("code.texted", { phone: sentTo })}
        footer={<CodeAgain onBack={() => setSentTo(undefined)} />}
      />
    );
  }
  return (
    <AuthFrame
      state={state}
      guarded
      title={t("others.phone")}
      lead={t("phone.lead")}
      submit={t("phone.submit")}
      footer={<BackToLogin />}
    >
      <PhoneField />
    </AuthFrame>
  );
}
