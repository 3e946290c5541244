import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";

/** @param props.defaultValue an address that is known already */
export function EmailField({ defaultValue }: { defaultValue?: string | undefined }) {
  const { t } = useTranslation("auth");
  return (
    <Field label={t("fields.email")} required>
      <Input
        name="email"
        type="email"
        defaultValue={defaultValue}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}

/** Field for a code. Phones fill it in from an SMS. */
export function CodeField({ help }: { help?: string }) {
  const { t } = useTranslation("auth");
  return (
    <Field label={t("fields.code")} help={help} required>
      <Input
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]*"
        maxLength={10}
        className="numeral text-2xl! tracking-widest"
      />
    </Field>
  );
}

export function PhoneField() {
  const { t } = useTranslation("auth");
  return (
    <Field label={t("fields.phone")} help={t("help.phone")} required>
      <Input name="phone" type="tel" autoComplete="tel" maxLength={24} />
    </Field>
  );
}

export function PasswordField({ purpose }: { purpose: "current" | "new" | "change" }) {
  const { t } = useTranslation("auth");
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const rule = purpose === "current" ? undefined : t("help.password");
  return (
    <Field
      label={t(purpose === "change" ? "fields.newPassword" : "fields.password")}
      help={capsLock ? t("help.capsLock") : rule}
      required
    >
      <PasswordInput
        name="password"
        autoComplete={purpose === "current" ? "current-password" : "new-password"}
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={() => setCapsLock(false)}
      />
    </Field>
  );
}

function PasswordInput(props: ComponentProps<"input">) {
  const { t } = useTranslation("auth");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input type={shown ? "text" : "password"} className="pr-12" {...props} />
      <button
        type="button"
        aria-pressed={shown}
        aria-label={t(shown ? "help.hidePassword" : "help.showPassword")}
        aria-controls={props.id}
        onClick={() => setShown(!shown)}
        className={button({ variant: "ghost", size: "icon", className: "absolute top-0 right-0" })}
      >
        <Icon aria-hidden />
      </button>
    </span>
  );
}
