import type { ComponentProps, ReactNode } from "react";
import { useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import type { JerseyProblem } from "../../shared/domain/rules/jersey-rules.ts";
import type { JerseyForm } from "./rules.ts";

interface Props {
  name: keyof JerseyForm;
  label: string;
  help?: ReactNode;
  required?: boolean;
  className?: string;
}

/** The translated error message of a field. */
function useError(name: keyof JerseyForm): string | undefined {
  const { t } = useTranslation("submit");
  const { formState } = useFormContext<JerseyForm>();
  const problem = formState.errors[name]?.message as JerseyProblem | undefined;
  return problem && t(`problems.${problem}`);
}

export function TextField({
  name,
  label,
  help,
  required,
  className,
  ...input
}: Props & Omit<ComponentProps<"input">, "name">) {
  const { register } = useFormContext<JerseyForm>();
  return (
    <Field
      label={label}
      help={help}
      required={required}
      className={className}
      error={useError(name)}
    >
      <Input {...input} {...register(name)} />
    </Field>
  );
}

export function LongTextField({ name, label, help, ...rest }: Props) {
  const { register } = useFormContext<JerseyForm>();
  return (
    <Field label={label} help={help} error={useError(name)} {...rest}>
      <Textarea rows={5} {...register(name)} />
    </Field>
  );
}
