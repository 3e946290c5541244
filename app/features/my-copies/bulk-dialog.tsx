import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ZodType } from "zod";

import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Select } from "../../components/ui/select.tsx";
import { CONDITIONS, type CopyDetails, SIZE_SCALES, VERSIONS } from "../../domain/copies/copy.ts";
import { type CopyProblem, copyRules } from "../../domain/rules/copy-rules.ts";

/** What many copies may share. Prices are each copy's own. */
const NAMES = ["version", "condition", "size_scale", "size", "storage_place", "lent_to"] as const;

type Name = (typeof NAMES)[number];

/** Changes the same details of many copies: those that are ticked. */
export function BulkDialog({
  count,
  onSave,
  onClose,
}: {
  count: number;
  onSave: (details: Partial<CopyDetails>) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation("copies");
  const [values, setValues] = useState<Partial<Record<Name, string>>>({});
  const [problems, setProblems] = useState<Partial<Record<Name, CopyProblem>>>({});
  const [isSaving, setSaving] = useState(false);
  const chosen = NAMES.filter((name) => values[name] !== undefined);

  const options: Partial<Record<Name, readonly (readonly [string, string])[]>> = {
    version: VERSIONS.map((value) => [value, t(`version.${value}`)]),
    condition: CONDITIONS.map((value) => [value, t(`condition.${value}`)]),
    size_scale: SIZE_SCALES.map((value) => [value, t(`sizeScale.${value}`)]),
  };

  async function save() {
    const checked = chosen.map((name) => {
      const rule: ZodType = copyRules[name];
      return [name, rule.safeParse(values[name])] as const;
    });
    const wrong = checked.flatMap(([name, { error }]) =>
      error ? [[name, error.issues[0]?.message as CopyProblem]] : [],
    );
    setProblems(Object.fromEntries(wrong));
    if (wrong.length > 0) return;
    const details: Partial<CopyDetails> = Object.fromEntries(
      checked.map(([name, { data }]) => [name, data]),
    );
    // A loan that ends, or goes to someone else, began at another time.
    if ("lent_to" in details) details.lent_since = null;
    setSaving(true);
    const isDone = await onSave(details);
    setSaving(false);
    if (isDone) onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("bulk.title", { count })}
        description={t("bulk.text")}
        closeLabel={t("editor.close")}
        className="scroll-pb-28"
      >
        <div className="grid gap-3">
          {NAMES.map((name) => (
            <BulkField
              key={name}
              label={t(`fields.${name}`)}
              tick={t("bulk.change", { field: t(`fields.${name}`) })}
              value={values[name]}
              problem={problems[name] && t(`problems.${problems[name]}`)}
              onChange={(value) => setValues((held) => ({ ...held, [name]: value }))}
              options={options[name]}
              none={t("none")}
            />
          ))}
        </div>
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">{t("editor.cancel")}</Button>
          </DialogClose>
          <Button disabled={isSaving || chosen.length === 0} onClick={() => void save()}>
            {t(isSaving ? "editor.saving" : "editor.save")}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}

function BulkField({
  label,
  tick,
  value,
  problem,
  options,
  none,
  onChange,
}: {
  label: string;
  tick: string;
  /** Undefined while the field is left as it is. */
  value: string | undefined;
  problem: string | undefined;
  options: readonly (readonly [string, string])[] | undefined;
  none: string;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const id = useId();
  const control = {
    "aria-label": label,
    "aria-describedby": `${id}-error`,
    value: value ?? "",
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <input
        id={id}
        type="checkbox"
        aria-label={tick}
        checked={value !== undefined}
        onChange={({ target }) => onChange(target.checked ? "" : undefined)}
        className="size-5 accent-ink"
      />
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {options ? (
          <Select {...control}>
            <option value="">{none}</option>
            {options.map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </Select>
        ) : (
          <Input autoComplete="off" {...control} />
        )}
      </div>
      <p
        id={`${id}-error`}
        aria-live="polite"
        className="col-start-2 text-sm text-danger empty:hidden"
      >
        {problem}
      </p>
    </div>
  );
}
