import type { Ref } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { type DateParts, dateParts, dateText } from "../domain/copies/partial-date.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";

/** Year, month and day of a date of which the year suffices: nobody types `2019-07`. */
export function PartialDateInputs({
  value,
  ref,
  onChange,
  ...described
}: {
  value: string;
  /** Of the year. */
  ref?: Ref<HTMLInputElement>;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
}) {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const parts = dateParts(value);
  const change = (changed: Partial<DateParts>) => onChange(dateText({ ...parts, ...changed }));
  const month = new Intl.DateTimeFormat(LOCALES[lang], { month: "long", timeZone: "UTC" });
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_3.75rem] gap-2">
      <Input
        ref={ref}
        aria-label={t("date.year")}
        placeholder={t("date.year")}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        value={parts.year}
        onChange={({ target }) => change({ year: target.value.replace(/\D/g, "") })}
        className="px-2!"
        {...described}
      />
      <Select
        aria-label={t("date.month")}
        value={parts.month}
        onChange={({ target }) => change({ month: target.value })}
        {...described}
      >
        <option value="">{t("date.month")}</option>
        {Array.from({ length: 12 }, (_, index) => (
          <option key={index} value={String(index + 1).padStart(2, "0")}>
            {month.format(Date.UTC(2000, index))}
          </option>
        ))}
      </Select>
      <Input
        aria-label={t("date.day")}
        placeholder={t("date.day")}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        // `07` is stored, and 7 is typed.
        value={parts.day.replace(/^0(?=\d)/, "")}
        onChange={({ target }) => change({ day: target.value.replace(/\D/g, "") })}
        className="px-2!"
        {...described}
      />
    </div>
  );
}
