import type { ReactNode } from "react";
import { useController } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { Choice } from "../data/catalogue/choices.ts";
import type { JerseyProblem } from "../../shared/domain/rules/jersey-rules.ts";
import type { JerseyForm } from "./rules.ts";

export interface Option {
  value: string;
  label: string;
}

export const toOption = ({ id, name }: Choice): Option => ({ value: id, label: name });

/** A select field. While it is disabled, the placeholder shows why. */
export function ChoiceField({
  name,
  label,
  placeholder,
  options,
  required = false,
  disabled = false,
  help,
  onChoose,
}: {
  name: keyof JerseyForm;
  label: string;
  placeholder: string;
  options: Option[];
  required?: boolean;
  disabled?: boolean;
  help?: ReactNode;
  /** Called when the member chooses, not when a draft sets the value. */
  onChoose?: (value: string) => void;
}) {
  const { t } = useTranslation("submit");
  const {
    field: { ref, value, onBlur, onChange },
    fieldState: { error },
  } = useController<JerseyForm>({ name });
  const problem = error?.message as JerseyProblem | undefined;
  return (
    <Field
      label={label}
      required={required}
      help={help}
      error={problem && t(`problems.${problem}`)}
    >
      <Select
        ref={ref}
        name={name}
        // Until its option is loaded, a value shows as the placeholder. The browser would show the
        // first option.
        value={options.some((option) => option.value === value) ? value : ""}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => {
          onChange(event);
          onChoose?.(event.target.value);
        }}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
