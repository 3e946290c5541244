import { Link, useSearchParams } from "react-router";

import { Trans, useTranslation } from "../../shared/i18n/use-translation.tsx";
import { signIn } from "../data/session/auth.ts";
import type { SignInMethods } from "../data/session/sign-in-methods.ts";
import { announceSignIn } from "./announce-sign-in.ts";
import { AuthFrame, footerLink } from "./auth-frame.tsx";
import { EmailField, PasswordField } from "./fields.tsx";
import { withMode } from "./mode.ts";
import { OtherMethods } from "./other-methods.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { ResendButton } from "./resend-button.tsx";
import { useAuthForm } from "./use-auth-form.ts";

export function LoginForm({ methods }: { methods: SignInMethods }) {
  const { t } = useTranslation(["auth", "common"]);
  const [query] = useSearchParams();
  const state = useAuthForm(async (client, { email = "", password = "", captchaToken }) => {
    await signIn(client, email, password, captchaToken);
    announceSignIn(t("login.success"));
  }, t("errors.invalid_credentials"));
  const typedEmail = () => new FormData(state.form.ref.current!).get("email") as string;
  return (
    <AuthFrame
      state={state}
      guarded
      title={t("login.title")}
      submit={t("common:nav.auth")}
      remedies={{
        email_not_confirmed: <ResendButton email={typedEmail} onSent={state.renewProof} />,
      }}
      others={
        <>
          {methods.passkeys && <PasskeyButton state={state} />}
          <OtherMethods methods={methods} />
        </>
      }
      footer={
        <>
          <Link to={withMode(query, "link")} replace className={footerLink}>
            {t("link.link")}
          </Link>
          <Link to={withMode(query, "recover")} replace className={footerLink}>
            {t("recover.title")}
          </Link>
          {methods.signUp && (
            <p>
              <Trans
                t={t}
                i18nKey="login.toSignup"
                components={[
                  <Link key="0" to={withMode(query, "signup")} replace className={footerLink} />,
                ]}
              />
            </p>
          )}
        </>
      }
    >
      <EmailField />
      <PasswordField purpose="current" />
    </AuthFrame>
  );
}
