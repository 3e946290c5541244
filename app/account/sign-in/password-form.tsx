import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { changePassword } from "../data/session/auth.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { PasswordField } from "./fields.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** Sets a new password after a recovery link. */
export function PasswordForm({ email, onDone }: { email?: string; onDone: () => void }) {
  const { t } = useTranslation(["auth", "common"]);
  const state = useAuthForm(async (client, { password = "" }) => {
    await changePassword(client, password);
    toast.success(t("password.success"));
    onDone();
  }, t("password.failed"));
  return (
    <AuthFrame state={state} title={t("password.title")} submit={t("common:action.save")}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField purpose="change" isRefused={state.failure?.problem === "weak_password"} />
    </AuthFrame>
  );
}
