import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { toast } from "../../../shared/components/toast.ts";
import { Field } from "../../../shared/ui/field.tsx";
import { Input } from "../../../shared/ui/input.tsx";
import { redeemRecoveryCode } from "../../data/session/recovery-codes.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { useAuthForm } from "../use-auth-form.ts";

/** Form for a recovery code. */
export function RecoveryForm({ level }: { level: 1 | 2 }) {
  const { t } = useTranslation("auth");
  const state = useAuthForm(async (client, { recoveryCode = "" }) => {
    if (!(await redeemRecoveryCode(client, recoveryCode))) {
      throw new Error(t("challenge.recoveryFailed"));
    }
    toast.info(t("challenge.recovered"));
  }, t("challenge.recoveryFailed"));
  return (
    <AuthFrame
      state={state}
      level={level}
      title={t("challenge.title")}
      lead={t("challenge.recovery")}
      submit={t("challenge.submit")}
      footer={null}
    >
      <Field label={t("fields.recoveryCode")} required>
        <Input
          name="recoveryCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
    </AuthFrame>
  );
}
