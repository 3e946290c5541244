import type { Factor } from "@supabase/supabase-js";
import { useState } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { toast } from "../../../shared/components/toast.ts";
import { sendFactorCode, showCode } from "../../data/session/second-factor.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { CodeField } from "../fields.tsx";
import { useAuthForm } from "../use-auth-form.ts";

/** Form for a code by SMS. The SMS is sent on request only, because each one costs money. */
export function PhoneFactorForm({ factor, level }: { factor: Factor; level: 1 | 2 }) {
  const { t } = useTranslation("auth");
  const [challengeId, setChallengeId] = useState<string>();
  const state = useAuthForm(async (client, { code = "" }) => {
    if (!challengeId) {
      setChallengeId(await sendFactorCode(client, factor.id));
      return;
    }
    await showCode(client, factor.id, code.replaceAll(" ", ""), challengeId);
    toast.success(t("login.success"));
  }, t("errors.code_wrong"));
  const label = challengeId ? t("challenge.submit") : t("phone.submit");
  return (
    <AuthFrame
      state={state}
      level={level}
      title={t("challenge.title")}
      lead={t(challengeId ? "challenge.phoneSent" : "challenge.phone")}
      submit={label}
      footer={null}
    >
      {challengeId && <CodeField help={factor.friendly_name} />}
    </AuthFrame>
  );
}
