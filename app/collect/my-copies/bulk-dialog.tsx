import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PartialDateInputs } from "../copy-editor/partial-date-inputs.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { CONDITIONS, type CopyDetails, SIZE_SCALES, VERSIONS } from "../domain/copies/copy.ts";
import { FIRST_CURRENCY } from "../../shared/domain/currencies.ts";
import { readBulkForm } from "../domain/copies/bulk-rules.ts";
import type { BulkForm, BulkName } from "../domain/copies/bulk-rules.ts";
import type { CopyProblem } from "../../shared/domain/rules/copy-problem.ts";
import { currencyOptions } from "../i18n/currency-options.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { type BulkControl, BulkField } from "./bulk-field.tsx";

/** Changes the same details of many copies: those that are ticked. */
export function BulkDialog({
  count,
  isSaving,
  onSave,
  onClose,
}: {
  count: number;
  isSaving: boolean;
  onSave: (details: Partial<CopyDetails>) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation("copies");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const [values, setValues] = useState<BulkForm>({});
  const [currency, setCurrency] = useState(FIRST_CURRENCY);
  const [problems, setProblems] = useState<Partial<Record<BulkName, CopyProblem>>>({});

  async function save() {
    const { details, problems: found } = readBulkForm(values, currency);
    setProblems(found ?? {});
    if (details && (await onSave(details))) onClose();
  }

  const set = (name: BulkName) => (value: string | undefined) =>
    setValues((held) => ({ ...held, [name]: value }));
  const typed = (name: BulkName) => ({
    value: values[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => set(name)(target.value),
  });
  const field = (name: BulkName) => ({
    label: t(`fields.${name}`),
    tick: t("bulk.change", { field: t(`fields.${name}`) }),
    isChosen: values[name] !== undefined,
    problem: problems[name] && t(`problems.${problems[name]}`),
    onChoose: (isChosen: boolean) => set(name)(isChosen ? "" : undefined),
  });
  const text = (name: BulkName) => (
    <BulkField {...field(name)}>
      {(control) => <Input autoComplete="off" {...control} {...typed(name)} />}
    </BulkField>
  );
  const choice = (name: BulkName, options: readonly (readonly [string, string])[]) => (
    <BulkField {...field(name)}>
      {(control) => (
        <Select {...control} {...typed(name)}>
          <option value="">{t("none")}</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </BulkField>
  );
  const price = ({ "aria-label": label, ...described }: BulkControl) => (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] gap-2">
      <Input
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        {...described}
        {...typed("price")}
      />
      <Select
        aria-label={t("fields.currency")}
        value={currency}
        onChange={({ target }) => setCurrency(target.value)}
      >
        {currencyOptions(lang).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("bulk.title", { count })}
        description={t("bulk.text")}
        closeLabel={t("editor.close")}
        className="scroll-pb-28"
      >
        <div className="grid grid-cols-1 gap-2">
          {choice(
            "version",
            VERSIONS.map((value) => [value, t(`version.${value}`)]),
          )}
          {choice(
            "condition",
            CONDITIONS.map((value) => [value, t(`condition.${value}`)]),
          )}
          {choice(
            "size_scale",
            SIZE_SCALES.map((value) => [value, t(`sizeScale.${value}`)]),
          )}
          {text("size")}
          <BulkField {...field("bought_on")}>
            {({ "aria-label": label, ...described }) => (
              <div role="group" aria-label={label}>
                <PartialDateInputs
                  value={values.bought_on ?? ""}
                  onChange={set("bought_on")}
                  {...described}
                />
              </div>
            )}
          </BulkField>
          <BulkField {...field("price")}>{price}</BulkField>
          {text("storage_place")}
          {text("lent_to")}
        </div>
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">{t("editor.cancel")}</Button>
          </DialogClose>
          <Button
            busy={isSaving}
            lacks={
              Object.values(values).every((value) => value === undefined) && {
                text: common("chooseOne"),
              }
            }
            onClick={() => void save()}
          >
            {t(isSaving ? "editor.saving" : "editor.save")}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
