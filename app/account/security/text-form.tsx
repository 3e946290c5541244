import { type ComponentProps, type ReactNode, type SubmitEvent, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Failure } from "./row.tsx";

/** A form in place for one line of text, with a cancel button. */
export function TextForm({
  label,
  help,
  submit,
  minLength = 1,
  problemOf,
  busy,
  failure,
  onSubmit,
  onCancel,
  children,
  ...input
}: {
  label: string;
  help?: string;
  submit: string;
  minLength?: number;
  /** What is wrong with what is typed, in the reader's language. */
  problemOf?: (text: string) => string | undefined;
  busy: boolean;
  failure: string | undefined;
  onSubmit: (text: string) => void;
  onCancel: () => void;
  /** Additional fields. */
  children?: ReactNode;
} & Omit<ComponentProps<"input">, "onSubmit">) {
  const { t } = useTranslation(["security", "common"]);
  const { t: common } = useTranslation();
  const [text, setText] = useState(String(input.defaultValue ?? ""));
  const given = input.type === "password" ? text : text.trim();
  const isReady = given.length >= minLength && given !== input.defaultValue;

  const isShort = given !== "" && given.length < minLength;
  const lack = { text: isShort ? common("tooShort", { count: minLength }) : common("fillIn") };

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isReady && !busy) onSubmit(given);
  }

  return (
    <form noValidate onSubmit={send} className="grid max-w-md gap-4">
      <Field
        label={label}
        help={help}
        error={given.length >= minLength && problemOf?.(given)}
        required
      >
        {/* Focus goes here because a button press has just opened the form. */}
        <Input
          {...input}
          ref={focus}
          onChange={(event) => setText(event.target.value)}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {children}
      <Failure>{failure}</Failure>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} lacks={!isReady && lack}>
          {submit}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </form>
  );
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
