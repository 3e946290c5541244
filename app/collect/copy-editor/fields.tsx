import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useController, useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
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

/** A part of the form, folded until it is asked for or has a problem. Its head says what it holds. */
export function Fold({
  title,
  names,
  holds,
  children,
}: {
  title: string;
  /** The details in it. */
  names: readonly (keyof CopyForm)[];
  holds: readonly (string | false | undefined)[];
  children: ReactNode;
}) {
  const fold = useRef<HTMLDetailsElement>(null);
  const { errors, submitCount } = useFormContext<CopyForm>().formState;
  const hasProblem = names.some((name) => errors[name]);
  useEffect(() => {
    if (!hasProblem || submitCount === 0 || !fold.current) return;
    fold.current.open = true;
    // The form focuses its first problem, and can't do so in a folded part.
    if (document.activeElement?.getAttribute("aria-invalid") === "true") return;
    fold.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasProblem, submitCount]);
  return (
    <details ref={fold} className="fold min-w-0 border-t border-line">
      <summary className="flex min-h-12 items-center gap-3">
        <span className="shrink-0 font-semibold">{title}</span>
        <span className="min-w-0 flex-1 truncate text-right text-sm text-muted">
          {holds.filter(Boolean).join(" · ")}
        </span>
        <ChevronDown aria-hidden className="shrink-0" />
      </summary>
      <div className="grid grid-cols-1 items-start gap-4 pt-1 pb-5 sm:grid-cols-2">{children}</div>
    </details>
  );
}
