import { Link, useSearchParams } from "react-router";

import { Trans, useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { sendSignUpCode, signUp } from "../data/session/auth.ts";
import type { SignInMethods } from "../data/session/sign-in-methods.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { AuthFrame, footerLink } from "./auth-frame.tsx";
import { EmailField, PasswordField } from "./fields.tsx";
import { withMode } from "./mode.ts";
import { chosenNamesProblem, DisplayNameField, UsernameField } from "./name-fields.tsx";
import { OtherMethods } from "./other-methods.tsx";
import { useConfirmationUrl } from "./return-address.ts";
import { type FormValues, useAuthForm } from "./use-auth-form.ts";

/** @param onSent called with the address to which the confirmation was sent */
export function SignupForm({
  methods,
  onSent,
}: {
  methods: SignInMethods;
  onSent: (email: string) => void;
}) {
  const { t } = useTranslation("auth");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const [query] = useSearchParams();
  const returnTo = useConfirmationUrl();

  /** @throws what the form shows, if one of the two names can't be had */
  async function namesIn({ display_name: displayName = "", username: typed = "" }: FormValues) {
    const username = typed.toLowerCase();
    const problem = await chosenNamesProblem(displayName, username);
    if (problem) throw new Error(t(`names.${problem}`));
    return { displayName, username };
  }

  const state = useAuthForm(async (client, values) => {
    const { email = "", password = "", captchaToken } = values;
    const names = await namesIn(values);
    const account = { email, password, ...names, lang, captchaToken, returnTo: returnTo() };
    if (await signUp(client, account)) toast.success(t("login.success"));
    else onSent(email);
  }, t("signup.failed"));
  const { lacking } = state;
  const byCode = () =>
    state.attempt(async (client, proof, values) => {
      const { email = "" } = values;
      const names = await namesIn(values);
      await sendSignUpCode(client, { email, ...names, lang, returnTo: returnTo() }, proof);
      onSent(email);
    });

  return (
    <AuthFrame
      state={state}
      guarded
      title={t("signup.title")}
      lead={t("signup.lead")}
      submit={t("signup.submit")}
      others={
        <>
          <Button
            variant="outline"
            size="lg"
            className="w-full"
            disabled={state.busy}
            lacks={
              lacking !== "" &&
              lacking?.field === "email" && { field: '[name="email"]', text: common("fillIn") }
            }
            onClick={() => void byCode()}
          >
            {t("signup.byCode")}
          </Button>
          <OtherMethods methods={methods} />
        </>
      }
      footer={
        <p>
          <Trans
            t={t}
            i18nKey="signup.toLogin"
            components={[
              <Link key="0" to={withMode(query, "login")} replace className={footerLink} />,
            ]}
          />
        </p>
      }
    >
      <DisplayNameField />
      <UsernameField />
      <EmailField />
      <PasswordField purpose="new" isRefused={state.failure?.problem === "weak_password"} />
    </AuthFrame>
  );
}
