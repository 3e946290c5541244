import { type ComponentProps, createContext, use, useEffect, useRef, useState } from "react";
import { useController, useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { colorsOf, colorsText } from "../../shared/domain/colors.ts";
import { KIT_TYPES } from "../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import type { CorrectionForm } from "../../shared/domain/rules/correction-rules.ts";
import type { JerseyProblem } from "../../shared/domain/rules/jersey-rules.ts";
import { ColorField } from "./color-field.tsx";
import { FoldableFact, FoldedFactsContext } from "./folded-facts.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Select } from "../../shared/ui/select.tsx";

interface Option {
  value: string;
  label: string;
}

/** The only fields to show; without it all. */
export const ShownFields = createContext<readonly string[] | undefined>(undefined);

const useIsShown = (name: string) => use(ShownFields)?.includes(name) ?? true;

/** A typed name has no line of its own: it is folded with its list. */
function useIsOpen(): (name: string) => boolean {
  const facts = use(FoldedFactsContext);
  return (name) => facts?.isOpen(name) ?? true;
}

/** Title, edition, link and description of a jersey: what its author may always change. */
export function JerseyTextFields() {
  const { t } = useTranslation("submit");
  const isFolded = use(FoldedFactsContext) !== undefined;
  return (
    <>
      <Labelled name="title" label={t("fields.title")} required>
        <Text name="title" />
      </Labelled>
      <div
        className={cx("grid grid-cols-1 items-start gap-4 sm:grid-cols-2", isFolded && "gap-y-0")}
      >
        <Labelled name="edition" label={t("fields.edition")}>
          <Text name="edition" />
        </Labelled>
        <Labelled name="external_link" label={t("fields.externalLink")}>
          <Text name="external_link" type="url" inputMode="url" />
        </Labelled>
      </div>
      <Labelled name="description" label={t("fields.description")}>
        <LongText name="description" />
      </Labelled>
    </>
  );
}

/** The facts of a jersey, for corrections: each list is that of the fields before it. */
export function JerseyFactFields({
  choices,
  defaultColors,
}: {
  defaultColors: DefaultColors;
  choices: Record<"competitions" | "seasons" | "teams" | "brands", Option[]>;
}) {
  const { t } = useTranslation(["submit", "common"]);
  const { watch, setValue } = useFormContext<CorrectionForm>();
  const team = watch("team_id");
  const isFolded = use(FoldedFactsContext) !== undefined;
  const isOpen = useIsOpen();
  const hasColors = useIsShown("colors");
  const dirty = { shouldDirty: true };
  return (
    <div className={cx("grid grid-cols-1 items-start gap-4 sm:grid-cols-2", isFolded && "gap-y-0")}>
      <Labelled name="league" label={t("fields.league")} required>
        <Choice
          name="league"
          options={LEAGUES.map((value) => ({ value, label: t(`common:league.${value}`) }))}
          onChoose={() => {
            setValue("competition_id", "", dirty);
            setValue("team_id", "", dirty);
          }}
        />
      </Labelled>
      <Labelled name="competition_id" label={t("fields.competition")} required>
        <Choice
          name="competition_id"
          none={t("choose.competition")}
          options={choices.competitions}
          onChoose={() => setValue("team_id", "", dirty)}
        />
      </Labelled>
      <Labelled name="season_id" label={t("fields.season")} required>
        <Choice name="season_id" options={choices.seasons} />
      </Labelled>
      <Labelled name="year" label={t("fields.year")}>
        <Text name="year" inputMode="numeric" />
      </Labelled>
      <Labelled name="team_id" label={t("fields.team")} required>
        <Choice name="team_id" none={t("choose.otherTeam")} options={choices.teams} />
      </Labelled>
      {team === "" && isOpen("team") && (
        <Labelled name="team" label={t("fields.teamText")} required>
          <Text name="team" />
        </Labelled>
      )}
      <Labelled name="kit_type" label={t("fields.kitType")}>
        <Choice
          name="kit_type"
          none={t("choose.kitType")}
          options={KIT_TYPES.map((value) => ({ value, label: t(`common:kitType.${value}`) }))}
        />
      </Labelled>
      <BrandFields brands={choices.brands} />
      <Labelled name="price" label={t("fields.price")}>
        {/* Not a number field: in many languages it drops the comma, and 49,90 becomes 4990. */}
        <Text name="price" inputMode="decimal" />
      </Labelled>
      {hasColors && (
        <div className="sm:col-span-2">
          <Colors {...defaultColors} />
        </div>
      )}
    </div>
  );
}

/** What the list has for a brand that it lacks. */
const OTHER = "other";

/** No brand, one of the list, or another one by its name. */
function BrandFields({ brands }: { brands: Option[] }) {
  const { t } = useTranslation("submit");
  const { watch, setValue, register } = useFormContext<CorrectionForm>();
  const { ref } = register("brand_id");
  const isOpen = useIsOpen();
  const [listed, named] = watch(["brand_id", "brand"]);
  const [isOtherChosen, setOtherChosen] = useState(false);
  const isOther = listed === "" && (isOtherChosen || named !== "");
  function choose(value: string) {
    setOtherChosen(value === OTHER);
    const dirty = { shouldDirty: true };
    // The name of a brand of the list isn't that of another one.
    if (listed !== "" || value === "") setValue("brand", "", dirty);
    setValue("brand_id", value === OTHER ? "" : value, dirty);
  }
  // Until the list is loaded, the browser would show its first option for a brand that it lacks.
  const isListed = listed === "" || brands.some(({ value }) => value === listed);
  return (
    <>
      <Labelled name="brand_id" label={t("fields.brand")}>
        <Select
          ref={ref}
          name="brand_id"
          value={isOther ? OTHER : listed}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{t("choose.brand")}</option>
          {!isListed && <option value={listed}>…</option>}
          {brands.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={OTHER}>{t("choose.otherBrand")}</option>
        </Select>
      </Labelled>
      {isOther && isOpen("brand") && (
        <Labelled name="brand" label={t("fields.brandText")}>
          <Text name="brand" />
        </Labelled>
      )}
    </>
  );
}

interface DefaultColors {
  /** Of the jersey before the form changed it, as text; undefined while they load. */
  stored: string | undefined;
  /** Of the jersey as the form describes it now. */
  current: string | undefined;
}

/** Colours that are the default ones follow what these follow, as in the database. */
function Colors({ stored, current }: DefaultColors) {
  const { t } = useTranslation("submit");
  const { getValues, setValue } = useFormContext<CorrectionForm>();
  const former = useRef<string>(undefined);
  useEffect(() => {
    if (stored === undefined || current === undefined) return;
    // The kit type may have been chosen before the first default colours were there.
    const isDefault = getValues("colors") === (former.current ?? stored);
    if (isDefault && current !== getValues("colors")) {
      setValue("colors", current, { shouldDirty: true });
    }
    former.current = current;
  }, [stored, current, getValues, setValue]);
  const {
    field: { ref, value, onChange },
    fieldState: { error },
  } = useController<CorrectionForm, "colors">({ name: "colors" });
  const problem = error?.message as JerseyProblem | undefined;
  return (
    <FoldableFact name="colors" label={t("fields.colors")}>
      <ColorField
        ref={ref}
        value={colorsOf(value)}
        onChange={(colors) => onChange(colorsText(colors))}
        error={problem && t(`problems.${problem}`)}
      />
    </FoldableFact>
  );
}

/** A label, and the field's message. */
function Labelled({
  name,
  ...field
}: {
  name: keyof CorrectionForm;
  label: string;
} & Pick<ComponentProps<typeof Field>, "required" | "children">) {
  const { t } = useTranslation("submit");
  const { formState } = useFormContext<CorrectionForm>();
  const isShown = useIsShown(name);
  if (!isShown) return null;
  const problem = formState.errors[name]?.message as JerseyProblem | undefined;
  return (
    <FoldableFact name={name} label={field.label}>
      <Field {...field} error={problem && t(`problems.${problem}`)} />
    </FoldableFact>
  );
}

function Text({
  name,
  ...input
}: { name: keyof CorrectionForm } & Omit<ComponentProps<"input">, "name">) {
  const { register } = useFormContext<CorrectionForm>();
  return <Input {...input} {...register(name)} />;
}

function LongText({
  name,
  ...area
}: { name: keyof CorrectionForm } & Omit<ComponentProps<"textarea">, "name">) {
  const { register } = useFormContext<CorrectionForm>();
  return <Textarea rows={5} {...area} {...register(name)} />;
}

function Choice({
  name,
  none,
  options,
  onChoose,
  ...select
}: {
  name: keyof CorrectionForm;
  /** The label of the empty choice, if there is one. */
  none?: string;
  options: Option[];
  /** Called when the reader chooses, not when a draft sets the value. */
  onChoose?: () => void;
} & Omit<ComponentProps<"select">, "name">) {
  const { watch, setValue, register } = useFormContext<CorrectionForm>();
  const { ref, onBlur } = register(name);
  const value = watch(name);
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
