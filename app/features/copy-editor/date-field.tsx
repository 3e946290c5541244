import { useId } from "react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Input } from "../../components/ui/input.tsx";
import { Select } from "../../components/ui/select.tsx";
import { type DateParts, dateParts, dateText } from "../../domain/copies/partial-date.ts";
import type { CopyForm } from "../../domain/rules/copy-rules.ts";
import { LOCALES } from "../../i18n/languages.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { useProblem } from "./fields.tsx";

/** A date of which the year suffices: year, month and day apart, as nobody types `2019-07`. */
export function DateField({ name }: { name: "bought_on" | "lent_since" }) {
  const { t } = useTranslation("copies");
  const id = useId();
  const lang = useLanguage();
  const problem = useProblem(name);
  const {
    field: { value, onChange, onBlur, ref },
  } = useController<CopyForm, typeof name>({ name });
  const parts = dateParts(value);
  const change = (changed: Partial<DateParts>) => onChange(dateText({ ...parts, ...changed }));
  const month = new Intl.DateTimeFormat(LOCALES[lang], { month: "long", timeZone: "UTC" });
  const described = {
    "aria-describedby": `${id}-help ${id}-error`,
    ...(problem && { "aria-invalid": true }),
    onBlur,
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-1.5">
      <span id={`${id}-label`} className="text-sm font-semibold">
        {t(`fields.${name}`)}
      </span>
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
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <p id={`${id}-help`} className="text-sm text-muted">
        {t("help.bought_on")}
      </p>
    </div>
  );
}
