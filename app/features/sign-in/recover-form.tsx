import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { EmptyState } from "../../components/ui/empty-state.tsx";
import { recoverPassword } from "../../data/session/auth.ts";
import { AuthFrame, footerLink } from "./auth-frame.tsx";
import { EmailField } from "./fields.tsx";
import { withMode } from "./mode.ts";
import { useReturnAddress } from "./return-address.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** Asks for a link that allows to choose another password. */
export function RecoverForm() {
  const { t } = useTranslation("auth");
  const [query] = useSearchParams();
  const returnTo = useReturnAddress("password");
  const [sentTo, setSentTo] = useState<string>();
  const state = useAuthForm(async (client, { email = "", captchaToken }) => {
    await recoverPassword(client, email, returnTo(), captchaToken);
    setSentTo(email);
  }, t("recover.failed"));

  const back = (
    <Link to={withMode(query, "login")} replace className={footerLink}>
      {t("recover.back")}
    </Link>
  );
  if (sentTo) {
    return (
      <div role="status">
        <EmptyState
          icon={<MailCheck aria-hidden />}
          title={t("recover.success", { email: sentTo })}
          action={back}
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
      footer={back}
    >
      <EmailField />
    </AuthFrame>
  );
}
