import { type ComponentProps, useId } from "react";
import { useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { fieldOf } from "../../shared/domain/facts/fact.ts";
import { sponsorNames } from "../data/catalogue/choices.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import {
  factOf,
  isAsked,
  isFreeFacet,
  type JerseyFactName,
} from "../../shared/domain/facts/jersey.ts";
import type { JerseyProblem } from "../../shared/domain/rules/jersey-rules.ts";
import { factLabel, valueInWords } from "../../shared/i18n/jersey-changes.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { FoldableFact } from "./folded-facts.tsx";

interface Option {
  value: string;
  label: string;
}

/** What a fact is called beside its field. */
export function useFactLabel(name: JerseyFactName): string {
  const { t } = useTranslation("submit");
  const label = factLabel(name, useLanguage());
  if (!factOf(name).row) return label;
  return t(name === "team" ? "fields.teamText" : "fields.brandText");
}

/** What is wrong with the typed value of a fact, in words. */
export function useFactProblem(name: JerseyFactName): string | undefined {
  const { t } = useTranslation("submit");
  const { formState } = useFormContext<Record<string, string>>();
  const problem = formState.errors[name]?.message as JerseyProblem | undefined;
  return problem && t(`problems.${problem}`, { max: factOf(name).max });
}

/** Facts of which an example is shown. */
const EXAMPLES = [
  "title",
  "sponsor",
  "edition",
  "product_codes",
  "external_link",
  "price",
] as const;

/** True for facts that take a whole row of a form. */
export const isWide = (name: JerseyFactName): boolean =>
  ["text", "link", "colors"].includes(factOf(name).kind) || name === "title";

/** The field of a fact, with its label and its message, by its kind. */
export function FactControl({
  name,
  options,
  none,
  onChoose,
}: {
  name: JerseyFactName;
  /** The values of a list that is read. */
  options?: Option[];
  /** The label of the empty choice, if there is one. */
  none?: string;
  /** Called when the reader chooses, not when a draft sets the value. */
  onChoose?: () => void;
}) {
  const { t } = useTranslation("submit");
  const lang = useLanguage();
  const { register } = useFormContext<Record<string, string>>();
  const fact = factOf(name);
  const label = useFactLabel(name);
  const example = EXAMPLES.find((known) => known === name);
  const placeholder = example && t(`placeholders.${example}`);
  const words = (value: string) => valueInWords(fieldOf(name), value, lang) ?? value;
  return (
    <FoldableFact name={name} label={label}>
      <Field
        label={label}
        help={name === "title" && t("help.title")}
        error={useFactProblem(name)}
        required={isAsked(name)}
      >
        {options || fact.kind === "choice" ? (
          <Choice
            name={name}
            none={none ?? (isAsked(name) ? undefined : t("choose.none"))}
            options={options ?? fact.choices!.map((value) => ({ value, label: words(value) }))}
            onChoose={onChoose}
          />
        ) : fact.kind === "text" ? (
          <Textarea rows={5} {...register(name)} />
        ) : fact.kind === "link" ? (
          <Input type="url" inputMode="url" placeholder={placeholder} {...register(name)} />
        ) : isFreeFacet(name) ? (
          <SuggestedInput placeholder={placeholder} {...register(name)} />
        ) : (
          <Input
            // Not number fields: in many languages they drop the comma, and 49,90 becomes 4990.
            inputMode={
              fact.kind === "year" ? "numeric" : fact.kind === "price" ? "decimal" : undefined
            }
            placeholder={placeholder}
            {...register(name)}
          />
        )}
      </Field>
    </FoldableFact>
  );
}

/** A text with suggestions from what other jerseys have, so that one thing is written in one way. */
function SuggestedInput(props: ComponentProps<typeof Input>) {
  const id = useId();
  const { data = [] } = useMemberQuery(sponsorNames());
  return (
    <>
      <Input {...props} list={id} autoComplete="off" />
      <datalist id={id}>
        {data.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

function Choice({
  name,
  none,
  options,
  onChoose,
  ...select
}: {
  name: string;
  none: string | undefined;
  options: Option[];
  onChoose: (() => void) | undefined;
}) {
  const { watch, setValue, register } = useFormContext<Record<string, string>>();
  const { ref, onBlur } = register(name);
  const value = watch(name) ?? "";
  // Until the lists are loaded, the browser would show its first option for a value that it lacks.
  const isListed = value === "" || options.some((option) => option.value === value);
  return (
    <Select
      {...select}
      ref={ref}
      name={name}
      value={value}
      onBlur={(event) => void onBlur(event)}
      onChange={(event) => {
        setValue(name, event.target.value, { shouldDirty: true, shouldValidate: true });
        onChoose?.();
      }}
    >
      {(none !== undefined || value === "") && <option value="">{none ?? ""}</option>}
      {!isListed && <option value={value}>…</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}
