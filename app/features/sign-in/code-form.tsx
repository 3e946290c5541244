import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { signInWithCode } from "../../data/session/auth.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeField } from "./fields.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** Signs in with a code that was sent by mail or SMS. */
export function CodeForm({
  sentTo,
  onBack,
}: {
  sentTo: { email: string } | { phone: string };
  onBack: () => void;
}) {
  const { t } = useTranslation("auth");
  const state = useAuthForm(async (client, { code = "" }) => {
    await signInWithCode(client, sentTo, code.replaceAll(" ", ""));
    toast.success(t("login.success"));
  }, t("code.failed"));
  return (
    <AuthFrame
      state={state}
      title={t("code.title")}
      lead={
        "email" in sentTo
          ? t("code.mailed", { email: sentTo.email })
          : t("code.texted", { phone: sentTo.phone })
      }
      submit={{ label: t("login.submit"), busy: t("login.busy") }}
      footer={
        <Button variant="link" className="min-h-11" onClick={onBack}>
          {t("code.again")}
        </Button>
      }
    >
      <CodeField />
    </AuthFrame>
  );
}
