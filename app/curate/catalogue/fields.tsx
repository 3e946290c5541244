import type { ComponentProps, ReactNode } from "react";
import { type FieldError, useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { CatalogueProblem } from "../../shared/domain/rules/catalogue-rules.ts";

interface Props {
  name: string;
  label: string;
  help?: ReactNode;
  required?: boolean;
}

export interface Option {
  value: string;
  label: string;
}

/** The translated error message of a field. */
function useProblem(name: string): string | undefined {
  const { t } = useTranslation(["adminCatalogue", "suggestions"]);
  const { errors } = useFormContext().formState;
  const problem = (errors[name] as FieldError | undefined)?.message as CatalogueProblem | undefined;
  return (
    problem &&
    t([
      `adminCatalogue:problems.${problem as "nameLength"}`,
      `suggestions:problems.${problem as "hidden"}`,
    ])
  );
}

export function TextField({
  name,
  label,
  help,
  required,
  ...input
}: Props & Omit<ComponentProps<"input">, "name">) {
  const { register } = useFormContext();
  return (
    <Field label={label} help={help} required={required} error={useProblem(name)}>
      <Input autoComplete="off" {...input} {...register(name)} />
    </Field>
  );
}

export function SelectField({
  name,
  label,
  help,
  required,
  placeholder,
  options,
  onChoose,
}: Props & { placeholder: string; options: Option[]; onChoose?: (value: string) => void }) {
  const { register, watch } = useFormContext();
  const value = String(watch(name) ?? "");
  // The stored value stays selectable even if it is no longer among the options.
  const isOffered = value === "" || options.some((option) => option.value === value);
  return (
    <Field label={label} help={help} required={required} error={useProblem(name)}>
      <Select
        {...register(name, { onChange: (event) => onChoose?.(event.target.value as string) })}
        value={value}
      >
        <option value="">{placeholder}</option>
        {!isOffered && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Checkbox for `is_active`: whether the row appears in public lists. */
export function ActiveField({ label, help }: { label: string; help: string }) {
  const { register } = useFormContext();
  return (
    <div>
      <Checkbox aria-describedby="active-help" {...register("is_active")}>
        {label}
      </Checkbox>
      <p id="active-help" className="text-sm text-muted">
        {help}
      </p>
    </div>
  );
}
