import { type FocusEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { toast } from "../../components/toast.ts";
import { signUp } from "../../data/session/auth.ts";
import type { SignInMethods } from "../../data/session/sign-in-methods.ts";
import { isUsername } from "../../domain/rules/member-rules.ts";
import { isReserved } from "../../domain/rules/reserved-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { AuthFrame, footerLink } from "./auth-frame.tsx";
import { EmailField, OptionalField, PasswordField } from "./fields.tsx";
import { withMode } from "./mode.ts";
import { OtherMethods } from "./other-methods.tsx";
import { useReturnAddress } from "./return-address.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** @param onSent called with the address to which the confirmation was sent */
export function SignupForm({
  methods,
  onSent,
}: {
  methods: SignInMethods;
  onSent: (email: string) => void;
}) {
  const { t } = useTranslation("auth");
  const lang = useLanguage();
  const [query] = useSearchParams();
  const returnTo = useReturnAddress("home");
  const [badUsername, setBadUsername] = useState<UsernameProblem>();

  const state = useAuthForm(async (client, values, form) => {
    const { email = "", password = "", username = "", displayName = "", captchaToken } = values;
    const problem = usernameProblem(username);
    if (problem) {
      setBadUsername(problem);
      form.querySelector<HTMLInputElement>('[name="username"]')?.focus();
      return;
    }
    const account = {
      ...{ email, password, username, displayName, lang, captchaToken },
      returnTo: returnTo(),
    };
    if (await signUp(client, account)) {
      toast.success(t("login.success"));
    } else {
      toast.info(t("signup.success"));
      onSent(email);
    }
  }, t("signup.failed"));

  return (
    <AuthFrame
      state={state}
      guarded
      title={t("signup.title")}
      lead={t("signup.lead")}
      submit={{ label: t("signup.submit"), busy: t("signup.busy") }}
      others={<OtherMethods methods={methods} />}
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
      <OptionalField
        label={t("fields.displayName")}
        help={t("help.displayName")}
        name="displayName"
        autoComplete="name"
        maxLength={60}
      />
      <OptionalField
        label={t("fields.username")}
        help={t("help.username")}
        error={badUsername && t(`errors.${badUsername}`)}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        onBlur={(event: FocusEvent<HTMLInputElement>) =>
          setBadUsername(usernameProblem(event.target.value.trim()))
        }
      />
      <EmailField />
      <PasswordField purpose="new" />
    </AuthFrame>
  );
}

type UsernameProblem = "username" | "usernameReserved";

/**
 * Why the database would not store the username unchanged. It replaces others
 * (`private.create_profile`), so the form refuses them.
 */
function usernameProblem(username: string): UsernameProblem | undefined {
  if (username === "") return undefined;
  if (!isUsername(username)) return "username";
  return isReserved(username) ? "usernameReserved" : undefined;
}
