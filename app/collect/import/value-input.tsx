import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { useValueChoices } from "./use-value-choices.ts";

/** A text, or one of a few values. */
export function ValueInput({
  choices,
  value,
  onChange,
  ...field
}: {
  choices: ReturnType<ReturnType<typeof useValueChoices>>;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation("copies");
  const control = {
    ...field,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (!choices) return <Input {...control} />;
  return (
    <Select {...control}>
      <option value="">{t("none")}</option>
      {choices.map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </Select>
  );
}
