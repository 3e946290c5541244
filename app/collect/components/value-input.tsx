import type { AriaAttributes, RefCallback } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { detailOf } from "../domain/copies/copy-details.ts";
import type { Column } from "../domain/exchange/collection-file.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";

/** The control of a column: a text, or one of a few values. What it holds is a text. */
export function ValueInput({
  column,
  hasNone = true,
  onChange,
  ...props
}: {
  column: Column;
  id?: string;
  /** False for a list that always has a value. */
  hasNone?: boolean;
  value: string;
  onChange: (value: string) => void;
  ref?: RefCallback<HTMLElement>;
  onBlur?: () => void;
} & AriaAttributes) {
  const { t } = useTranslation("copies");
  const choices = useDetailWords().choicesOf(column);
  const control = {
    ...props,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  const kind = detailOf(column)?.kind;
  if (choices) {
    return (
      <Select {...control}>
        {hasNone && <option value="">{t("none")}</option>}
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  if (kind === "text") return <Textarea {...control} />;
  const inputMode = kind === "price" ? "decimal" : kind === "digits" ? "numeric" : undefined;
  return <Input autoComplete="off" inputMode={inputMode} {...control} />;
}
