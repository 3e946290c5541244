import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { signInBySso } from "../data/session/auth.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { BackToLogin } from "./back-to-login.tsx";
import { EmailField } from "./fields.tsx";
import { useSignInReturnUrl } from "./return-address.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** Signs in at the member's organisation, which is found by the domain of the e-mail address. */
export function SsoForm() {
  const { t } = useTranslation("auth");
  const returnUrl = useSignInReturnUrl();
  const state = useAuthForm(async (client, { email = "", captchaToken }) => {
    const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
    await signInBySso(client, domain, returnUrl(), captchaToken);
  }, t("errors.unknown"));
  return (
    <AuthFrame
      state={state}
      guarded
      title={t("others.sso")}
      lead={t("sso.lead")}
      submit={t("sso.submit")}
      footer={<BackToLogin />}
    >
      <EmailField />
    </AuthFrame>
  );
}
