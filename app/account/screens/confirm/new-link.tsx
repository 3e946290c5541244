import { useState } from "react";
import { Link, useNavigate } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import type { Client } from "../../../shared/data/client.ts";
import { button } from "../../../shared/ui/button.tsx";
import {
  type Proof,
  recoverPassword,
  resendConfirmation,
  sendMagicLink,
} from "../../data/session/auth.ts";
import { type LinkType, type MailedLink, targetOf } from "../../data/session/mailed-link.ts";
import { AuthFrame } from "../../sign-in/auth-frame.tsx";
import { CodeAgain } from "../../sign-in/code-again.tsx";
import { CodeForm } from "../../sign-in/code-form.tsx";
import { EmailField } from "../../sign-in/fields.tsx";
import { useAuthForm } from "../../sign-in/use-auth-form.ts";

/** Kinds of links that lead to the form for a new password. */
const FOR_PASSWORD = new Set<LinkType>(["recovery", "invite"]);

/** Sends another mail in place of an expired link, in one press where its address is known. */
export function NewLink({ link, email }: { link: MailedLink; email: string | undefined }) {
  const { t } = useTranslation("auth");
  const to = useHref();
  const navigate = useNavigate();
  const [sentTo, setSentTo] = useState<string>();
  const isForPassword = FOR_PASSWORD.has(link.type);
  const target = () => targetOf(link, location.origin) ?? to("home", {});
  const afterwards = () => (isForPassword ? `${to("auth", {})}?mode=password` : target());
  const state = useAuthForm(async (client, { email: typed = "", captchaToken }) => {
    await sendAgain(client, link.type, typed, location.origin + target(), captchaToken);
    setSentTo(typed);
  }, t("recover.failed"));

  if (link.type === "email_change") {
    return (
      <div role="status" className="grid justify-items-start gap-5">
        <h1 className="heading text-3xl">{t("confirm.expired.title")}</h1>
        <p className="text-muted">{t("confirm.expired.change")}</p>
        <Link to={to("accountSection", { section: "security" })} className={button({ size: "lg" })}>
          {t("confirm.expired.account")}
        </Link>
      </div>
    );
  }
  if (sentTo) {
    return (
      <CodeForm
        sent={{ email: sentTo, isForPassword }}
        lead={t("code.mailed", { email: sentTo })}
        onDone={() => void navigate(afterwards(), { replace: true })}
        footer={<CodeAgain onBack={() => setSentTo(undefined)} />}
      />
    );
  }
  return (
    <AuthFrame
      state={state}
      guarded
      title={t("confirm.expired.title")}
      lead={t("confirm.expired.lead")}
      submit={t("confirm.expired.submit")}
    >
      <EmailField defaultValue={email} />
    </AuthFrame>
  );
}

/** Sends the mail again. An invitation can't be repeated: its account gets a new password instead. */
function sendAgain(
  client: Client,
  type: LinkType,
  email: string,
  returnTo: string,
  proof: Proof,
): Promise<void> {
  if (type === "signup") return resendConfirmation(client, email, returnTo, proof);
  if (FOR_PASSWORD.has(type)) return recoverPassword(client, email, returnTo, proof);
  return sendMagicLink(client, email, returnTo, proof);
}
