import type { ComponentProps, ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { type SentCode, signInWithCode } from "../data/session/auth.ts";
import { announceSignIn } from "./announce-sign-in.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeField } from "./fields.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** Signs in with a code that was sent by mail or SMS. */
export function CodeForm({
  sent,
  lead,
  success,
  onSubmit,
  onDone,
  remedies,
  footer,
}: {
  sent: SentCode;
  lead: string;
  /** The toast after the code was right; by default that the member is signed in. */
  success?: string;
  onSubmit?: () => void;
  onDone?: () => void;
  remedies?: ComponentProps<typeof AuthFrame>["remedies"];
  footer?: ReactNode;
}) {
  const { t } = useTranslation(["auth", "common"]);
  const state = useAuthForm(async (client, { code = "" }) => {
    onSubmit?.();
    await signInWithCode(client, sent, code.replaceAll(" ", ""));
    announceSignIn(success ?? t("login.success"));
    onDone?.();
  }, t("errors.code_wrong"));
  return (
    <AuthFrame
      state={state}
      title={t("code.title")}
      lead={lead}
      submit={t("common:nav.auth")}
      {...(remedies && { remedies })}
      footer={footer}
    >
      <CodeField />
    </AuthFrame>
  );
}
