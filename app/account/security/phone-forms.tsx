import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { phoneNumber } from "../domain/phone-number.ts";
import { TextForm } from "./text-form.tsx";

interface Step {
  busy: boolean;
  failure: string | undefined;
  onCancel: () => void;
}

/** A form for a phone number; `onSubmit` receives it in the service's notation. */
export function NumberForm({ onSubmit, ...step }: Step & { onSubmit: (number: string) => void }) {
  const { t } = useTranslation(["security", "auth"]);
  return (
    <TextForm
      label={t("auth:fields.phone")}
      help={t("auth:help.phone")}
      submit={t("auth:phone.submit")}
      type="tel"
      autoComplete="tel"
      minLength={8}
      onSubmit={(typed) => onSubmit(phoneNumber(typed))}
      {...step}
    />
  );
}

/** A form for the code that was sent to a phone. */
export function CodeForm({
  sentTo,
  onSubmit,
  ...step
}: Step & { sentTo: string; onSubmit: (code: string) => void }) {
  const { t } = useTranslation(["security", "auth", "common"]);
  return (
    <TextForm
      label={t("auth:fields.code")}
      help={t("phone.codeHelp", { phone: sentTo })}
      submit={t("common:action.confirm")}
      inputMode="numeric"
      autoComplete="one-time-code"
      minLength={6}
      onSubmit={(typed) => onSubmit(typed.replaceAll(" ", ""))}
      {...step}
    />
  );
}
