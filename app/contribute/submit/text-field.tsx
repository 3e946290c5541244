import type { ComponentProps, ReactNode } from "react";
import { useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import type { JerseyProblem } from "../../shared/domain/rules/jersey-rules.ts";
import { factOf } from "../../shared/domain/facts/jersey.ts";
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
  // Only names are typed here.
  return (
    problem && t(`problems.${problem}`, { max: factOf(name === "teamText" ? "team" : "brand").max })
  );
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
