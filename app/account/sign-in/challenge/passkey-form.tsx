import type { Factor } from "@supabase/supabase-js";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { toast } from "../../../shared/components/toast.ts";
import { canUsePasskeys, showPasskey } from "../../data/session/passkeys.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { useAuthForm } from "../use-auth-form.ts";

/** Verifies a passkey; the browser shows its own dialog. */
export function PasskeyForm({ factor, level }: { factor: Factor; level: 1 | 2 }) {
  const { t } = useTranslation("auth");
  const state = useAuthForm(async (client) => {
    await showPasskey(client, factor.id);
    toast.success(t("login.success"));
  }, t("challenge.passkeyFailed"));
  return (
    <AuthFrame
      state={state}
      level={level}
      title={t("challenge.title")}
      lead={t(canUsePasskeys() ? "challenge.passkey" : "challenge.noPasskeys")}
      submit={t("challenge.use.webauthn")}
      footer={null}
    />
  );
}
