import type { ReactNode } from "react";
import { type Control, useController } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Field } from "../../components/ui/field.tsx";
import { Select } from "../../components/ui/select.tsx";
import type { JerseyProblem } from "../../domain/rules/jersey-rules.ts";
import type { JerseyForm, ValidForm } from "./rules.ts";

export type FormControl = Control<JerseyForm, unknown, ValidForm>;

export interface Option {
  value: string;
  label: string;
}

/** A list to choose from; disabled, with a word about it, while there is nothing to choose. */
export function ChoiceField({
  control,
  name,
  label,
  placeholder,
  options,
  required = false,
  disabled = false,
  help,
  onChoose,
}: {
  control: FormControl;
  name: keyof JerseyForm;
  label: string;
  placeholder: string;
  options: Option[];
  required?: boolean;
  disabled?: boolean;
  help?: ReactNode;
  /** After a choice of the member's, not after one of the draft's. */
  onChoose?: (value: string) => void;
}) {
  const { t } = useTranslation("submit");
  const {
    field: { ref, value, onBlur, onChange },
    fieldState: { error },
  } = useController({ control, name });
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
        // A value whose option has not been loaded yet shows as no choice, not as the first one.
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
