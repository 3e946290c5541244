import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { type PasswordProblem, passwordProblem } from "../domain/password-rule.ts";

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

export function PasswordField({
  purpose,
  isRefused = false,
}: {
  purpose: "current" | "new" | "change";
  /** True if the service has refused what is in the field. */
  isRefused?: boolean;
}) {
  const { t } = useTranslation("auth");
  const input = useRef<HTMLInputElement>(null);
  const [capsLock, setCapsLock] = useState(false);
  const [problem, setProblem] = useState<PasswordProblem>();
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const isNew = purpose !== "current";
  useEffect(() => {
    if (isRefused) input.current?.focus();
  }, [isRefused]);

  /** While it is being typed it isn't too short yet. */
  function check(password: string, isTyping: boolean) {
    const found = isNew ? passwordProblem(password) : undefined;
    setProblem(isTyping && found === "short" ? undefined : found);
  }

  return (
    <Field
      label={t(purpose === "change" ? "password.title" : "fields.password")}
      help={capsLock ? t("help.capsLock") : isNew ? t("help.password") : undefined}
      error={
        problem
          ? t(`passwordProblems.${problem}`)
          : isRefused
            ? t("errors.weak_password")
            : undefined
      }
      required
    >
      <PasswordInput
        name="password"
        ref={input}
        autoComplete={isNew ? "new-password" : "current-password"}
        onKeyDown={watch}
        onKeyUp={watch}
        onInput={(event) => check(event.currentTarget.value, true)}
        onBlur={(event) => {
          setCapsLock(false);
          check(event.currentTarget.value, false);
        }}
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
