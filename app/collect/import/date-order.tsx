import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { type DateOrder, dateOf } from "../../shared/domain/import/dates.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { partialDate } from "../domain/copies/partial-date.ts";

const EXAMPLES = 3;

/** Asks for the order of day and month, with what it makes of the file's own cells. */
export function DateOrderQuestion({
  cells,
  isCertain,
  order,
  onChange,
}: {
  /** Those that are another day in the other order. */
  cells: readonly string[];
  isCertain: boolean;
  order: DateOrder;
  onChange: (order: DateOrder) => void;
}) {
  const { t } = useTranslation("exchange");
  const locale = LOCALES[useLanguage()];
  return (
    <div className="grid max-w-prose gap-3 rounded-xl bg-surface p-4">
      <p>{t(isCertain ? "mapping.datesSure" : "mapping.datesOpen")}</p>
      <Field label={t("mapping.dates")}>
        <Select value={order} onChange={({ target }) => onChange(target.value as DateOrder)}>
          <option value="dmy">{t("mapping.dmy")}</option>
          <option value="mdy">{t("mapping.mdy")}</option>
        </Select>
      </Field>
      <ul className="text-sm">
        {[...new Set(cells)].slice(0, EXAMPLES).map((cell) => (
          <li key={cell}>
            {cell} → {partialDate(dateOf(cell, order)!, locale)}
          </li>
        ))}
      </ul>
    </div>
  );
}
