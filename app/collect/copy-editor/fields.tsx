import type { ComponentProps, ReactElement, ReactNode } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { CopyProblem } from "../../shared/domain/rules/copy-problem.ts";
import type { CopyForm } from "../domain/copies/copy-rules.ts";

export type TextName = Exclude<keyof CopyForm, "is_signed">;

/** The message of a field's problem. */
export function useProblem(name: keyof CopyForm): string | undefined {
  const { t } = useTranslation("copies");
  const { formState } = useFormContext<CopyForm>();
  const message = formState.errors[name]?.message as CopyProblem | undefined;
  return message && t(`problems.${message}`);
}

/** A detail with its label, help and problem. */
export function Detail({
  name,
  help,
  className,
  children,
}: {
  name: TextName;
  help?: ReactNode;
  className?: string;
  children: ReactElement<Parameters<typeof Field>[0]["children"]["props"]>;
}) {
  const { t } = useTranslation("copies");
  return (
    <Field
      label={t(`fields.${name}`)}
      help={help}
      error={useProblem(name)}
      {...(className && { className })}
    >
      {children}
    </Field>
  );
}

export function Text({ name, ...props }: { name: TextName } & ComponentProps<"input">) {
  const { register } = useFormContext<CopyForm>();
  return <Input autoComplete="off" {...props} {...register(name)} />;
}

/** A list with "not stated" first. */
export function Choice({
  name,
  options,
  none,
  ...props
}: {
  name: TextName;
  options: readonly (readonly [value: string, label: string])[];
  /** Undefined for a list that always has a value. */
  none?: string;
} & ComponentProps<"select">) {
  // Controlled: the draft may bring a value before the list is there.
  const { field } = useController<CopyForm, TextName>({ name });
  return (
    <Select {...props} {...field}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** A part of the form. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 border-t border-line pt-4">
      <legend className="float-left w-full font-semibold">{title}</legend>
      <div className="clear-both grid grid-cols-1 items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
