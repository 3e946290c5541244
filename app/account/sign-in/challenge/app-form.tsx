import type { Factor } from "@supabase/supabase-js";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { toast } from "../../../shared/components/toast.ts";
import { showCode } from "../../data/session/second-factor.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { CodeField } from "../fields.tsx";
import { useAuthForm } from "../use-auth-form.ts";

/** Form for the code of an authenticator app. */
export function AppForm({ factor, level }: { factor: Factor; level: 1 | 2 }) {
  const { t } = useTranslation("auth");
  const state = useAuthForm(async (client, { code = "" }) => {
    await showCode(client, factor.id, code.replaceAll(" ", ""));
    toast.success(t("login.success"));
  }, t("errors.code_wrong"));
  return (
    <AuthFrame
      state={state}
      level={level}
      title={t("challenge.title")}
      lead={t("challenge.app")}
      submit={t("challenge.submit")}
      footer={null}
    >
      <CodeField help={factor.friendly_name} />
    </AuthFrame>
  );
}
