import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PartialDateInputs } from "../copy-editor/partial-date-inputs.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { ValueInput } from "../components/value-input.tsx";
import {
  BULK_NAMES,
  type BulkName,
  type CopyDetails,
  DETAILS,
} from "../domain/copies/copy-details.ts";
import { FIRST_CURRENCY } from "../../shared/domain/currencies.ts";
import { readBulkForm } from "../domain/copies/bulk-rules.ts";
import type { BulkForm } from "../domain/copies/bulk-rules.ts";
import type { CopyProblem } from "../domain/copies/copy-problem.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
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
  const { t } = useTranslation(["copies", "common"]);
  const { t: common } = useTranslation();
  const { problemText } = useDetailWords();
  const [values, setValues] = useState<BulkForm>({});
  const [currency, setCurrency] = useState(FIRST_CURRENCY);
  const [problems, setProblems] = useState<Partial<Record<BulkName, CopyProblem>>>({});

  async function save() {
    const { details, problems: found } = readBulkForm(values, currency);
    setProblems(found ?? {});
    if (details && (await onSave(details))) onClose();
  }

  const set =
    (name: BulkName) =>
    (value: string | undefined): void =>
      setValues((held) => ({ ...held, [name]: value }));
  const typed = (name: BulkName) => ({ value: values[name] ?? "", onChange: set(name) });
  const controlOf = (name: BulkName, { "aria-label": label, ...described }: BulkControl) => {
    switch (DETAILS[name].kind) {
      case "date":
        return (
          <div role="group" aria-label={label}>
            <PartialDateInputs {...typed(name)} {...described} />
          </div>
        );
      case "price":
        return (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] gap-2">
            <ValueInput column={name} aria-label={label} {...described} {...typed(name)} />
            <ValueInput
              column="currency"
              hasNone={false}
              aria-label={t("fields.currency")}
              value={currency}
              onChange={setCurrency}
            />
          </div>
        );
      default:
        return <ValueInput column={name} aria-label={label} {...described} {...typed(name)} />;
    }
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("bulk.title", { count })}
        description={t("bulk.text")}
        closeLabel={t("common:close")}
        className="scroll-pb-28"
      >
        <div className="grid grid-cols-1 gap-2">
          {BULK_NAMES.map((name) => (
            <BulkField
              key={name}
              label={t(`fields.${name}`)}
              tick={t("bulk.change", { field: t(`fields.${name}`) })}
              isChosen={values[name] !== undefined}
              problem={problemText(name, problems[name])}
              onChoose={(isChosen) => set(name)(isChosen ? "" : undefined)}
            >
              {(control) => controlOf(name, control)}
            </BulkField>
          ))}
        </div>
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">{t("common:action.cancel")}</Button>
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
            {t(isSaving ? "common:action.saving" : "common:action.save")}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
