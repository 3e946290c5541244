import { type ComponentProps, useId } from "react";
import { useController, useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Field } from "../../shared/ui/field.tsx";
import { ValueInput } from "../components/value-input.tsx";
import {
  type Condition,
  DETAIL_LIST,
  type DetailChoice,
  type DetailName,
  DETAILS,
  GROUPS,
} from "../domain/copies/copy-details.ts";
import type { CopyProblem } from "../domain/copies/copy-problem.ts";
import type { CopyForm } from "../domain/copies/copy-rules.ts";
import { isPartialDate, partialDate } from "../domain/copies/partial-date.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Fold } from "./fold.tsx";
import { PartialDateInputs } from "./partial-date-inputs.tsx";

const USUAL_SIZES = ["XS", "S", "M", "L", "XL", "XXL"];

type Group = (typeof GROUPS)[number];

/** The details of a part of the form, those that take a whole line first. */
function namesOf(group: Group): DetailName[] {
  const names = DETAIL_LIST.filter((one) => one.group === group).map(({ name }) => name);
  return [
    ...names.filter((name) => DETAILS[name].isWide),
    ...names.filter((name) => !DETAILS[name].isWide),
  ];
}

/** Every detail of a copy but its photos: what collectors enter first, then the rest, folded. */
export function DetailGroups() {
  const { t } = useTranslation("copies");
  const holdsOf = useHolds();
  const [first, ...folded] = GROUPS;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
        {namesOf(first).map((name) => (
          <DetailField key={name} name={name} wide="col-span-2" />
        ))}
      </div>
      <div className="border-b border-line">
        {folded.map((group) => {
          const names = namesOf(group);
          return (
            <Fold
              key={group}
              title={t(group === "notesGroup" ? "fields.notes" : `editor.${group as "place"}`)}
              names={names}
              holds={names.map(holdsOf)}
            >
              {names.map((name) => (
                <DetailField key={name} name={name} wide="sm:col-span-2" />
              ))}
              {group === "place" && <Lending />}
            </Fold>
          );
        })}
      </div>
    </div>
  );
}

/** What the head of a folded part says of a detail in it; those that need another say nothing. */
function useHolds() {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const { label } = useDetailWords();
  const { watch } = useFormContext<CopyForm>();
  return (name: DetailName): string => {
    const { kind, needs } = DETAILS[name];
    const value = watch(name);
    if (needs || value === false) return "";
    if (value === true) return watch("signed_by") || t(`fields.${name}`);
    const text = value.trim();
    if (text === "") return "";
    if (kind === "choice") return label(name as DetailChoice, text);
    if (kind === "price") return `${text} ${watch("currency")}`;
    if (kind === "date") return isPartialDate(text) ? partialDate(text, LOCALES[lang]) : "";
    return name === "lent_to" ? t("list.lentTo", { name: value }) : value;
  };
}

/** A detail with its label, help and problem. One that needs a tick follows it. */
function DetailField({ name, wide }: { name: DetailName; wide: string }) {
  const { t } = useTranslation("copies");
  const { problemText } = useDetailWords();
  const { watch, formState } = useFormContext<CopyForm>();
  const {
    field: { value, ...field },
  } = useController<CopyForm, DetailName>({ name });
  const { kind, needs, isWide } = DETAILS[name];
  if (needs && watch(needs) === false) return null;
  if (kind === "yes") {
    return (
      <Checkbox {...field} checked={value === true} className={wide}>
        {t(`fields.${name}`)}
      </Checkbox>
    );
  }
  const problem = problemText(name, formState.errors[name]?.message as CopyProblem | undefined);
  const control = { ...field, value: String(value) };
  if (kind === "date") return <DateField {...control} name={name} problem={problem} wide={wide} />;
  const help =
    name === "size"
      ? t("help.size")
      : name === "condition" && control.value
        ? t(`conditionText.${control.value as Condition}`)
        : undefined;
  return (
    <Field
      label={t(`fields.${name}`)}
      help={help}
      error={problem}
      {...(isWide && { className: wide })}
    >
      {name === "size" ? (
        <SizeInput column={name} {...control} />
      ) : (
        <ValueInput column={name} hasNone={kind !== "currency"} {...control} />
      )}
    </Field>
  );
}

/** The size as on the label; the usual ones take one press. */
function SizeInput({ value, onChange, ...props }: ComponentProps<typeof ValueInput>) {
  const { t } = useTranslation("copies");
  const size = value.trim().toUpperCase();
  return (
    <div className="grid gap-2">
      <div role="group" aria-label={t("editor.usualSizes")} className="flex gap-1.5">
        {USUAL_SIZES.map((usual) => (
          <Button
            key={usual}
            variant={size === usual ? "default" : "outline"}
            aria-pressed={size === usual}
            className="min-w-0 flex-1 px-0! sm:flex-none sm:px-4!"
            onClick={() => onChange(size === usual ? "" : usual)}
          >
            {usual}
          </Button>
        ))}
      </div>
      <ValueInput value={value} onChange={onChange} {...props} />
    </div>
  );
}

/** A date of which the year suffices. */
function DateField({
  name,
  problem,
  wide,
  ...control
}: { name: DetailName; problem: string | undefined; wide: string } & ComponentProps<
  typeof PartialDateInputs
>) {
  const { t } = useTranslation("copies");
  const id = useId();
  return (
    <div role="group" aria-labelledby={`${id}-label`} className={cx("grid gap-1.5", wide)}>
      <span id={`${id}-label`} className="text-sm font-semibold">
        {t(`fields.${name}`)}
      </span>
      <PartialDateInputs
        {...control}
        aria-describedby={`${id}-help ${id}-error`}
        {...(problem && { "aria-invalid": true })}
      />
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <p id={`${id}-help`} className="text-sm text-muted">
        {t("help.bought_on")}
      </p>
    </div>
  );
}

/** Lends a copy today, or takes it back. */
function Lending() {
  const { t } = useTranslation("copies");
  const { setValue, watch } = useFormContext<CopyForm>();
  const dirty = { shouldDirty: true, shouldValidate: true };
  if (watch("lent_to").trim() === "") return null;
  return (
    <div className="flex flex-wrap gap-3 sm:col-span-2">
      <Button variant="outline" size="sm" onClick={() => setValue("lent_since", today(), dirty)}>
        {t("editor.lend")}
      </Button>
      <Button
        variant="outline"
        size="sm"
        onClick={() => {
          setValue("lent_to", "", dirty);
          setValue("lent_since", "", dirty);
        }}
      >
        {t("editor.returned")}
      </Button>
    </div>
  );
}

/** The reader's day. */
function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
