import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { CONDITIONS, SIZE_SCALES, VERSIONS } from "../domain/copies/copy.ts";
import type { CopyForm } from "../domain/copies/copy-rules.ts";
import { isPartialDate, partialDate } from "../domain/copies/partial-date.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { currencyOptions } from "../i18n/currency-options.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { DateField } from "./date-field.tsx";
import { Choice, Detail, Fold, Text } from "./fields.tsx";

const USUAL_SIZES = ["XS", "S", "M", "L", "XL", "XXL"];

/** Every detail of a copy but its photos: what collectors enter first, then the rest, folded. */
export function DetailGroups() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <FirstDetails />
      <div className="border-b border-line">
        <VersionGroup />
        <PurchaseGroup />
        <PlaceGroup />
        <NotesGroup />
      </div>
    </div>
  );
}

function FirstDetails() {
  const { t } = useTranslation("copies");
  const chosen = useFormContext<CopyForm>().watch("condition");
  const condition = CONDITIONS.find((one) => one === chosen);
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
      <Detail name="size" help={t("help.size")} className="col-span-2">
        <SizeField />
      </Detail>
      <Detail name="size_scale">
        <Choice
          name="size_scale"
          none={t("none")}
          options={SIZE_SCALES.map((scale) => [scale, t(`sizeScale.${scale}`)])}
        />
      </Detail>
      <Detail name="condition" help={condition && t(`conditionText.${condition}`)}>
        <Choice
          name="condition"
          none={t("none")}
          options={CONDITIONS.map((one) => [one, t(`condition.${one}`)])}
        />
      </Detail>
      <Detail name="printed_name">
        <Text name="printed_name" />
      </Detail>
      <Detail name="printed_number">
        <Text name="printed_number" inputMode="numeric" />
      </Detail>
    </div>
  );
}

/** The size as on the label; the usual ones take one press. */
function SizeField(props: Omit<ComponentProps<"input">, "name">) {
  const { t } = useTranslation("copies");
  const { setValue, watch } = useFormContext<CopyForm>();
  const size = watch("size").trim().toUpperCase();
  return (
    <div className="grid gap-2">
      <div role="group" aria-label={t("editor.usualSizes")} className="flex gap-1.5">
        {USUAL_SIZES.map((usual) => (
          <Button
            key={usual}
            variant={size === usual ? "default" : "outline"}
            aria-pressed={size === usual}
            className="min-w-0 flex-1 px-0! sm:flex-none sm:px-4!"
            onClick={() =>
              setValue("size", size === usual ? "" : usual, {
                shouldDirty: true,
                shouldValidate: true,
              })
            }
          >
            {usual}
          </Button>
        ))}
      </div>
      <Text {...props} name="size" />
    </div>
  );
}

function VersionGroup() {
  const { t } = useTranslation("copies");
  const { register, watch } = useFormContext<CopyForm>();
  const version = VERSIONS.find((one) => one === watch("version"));
  const isSigned = watch("is_signed");
  return (
    <Fold
      title={t("editor.version")}
      names={["version", "signed_by", "certificate"]}
      holds={[
        version && t(`version.${version}`),
        isSigned && (watch("signed_by") || t("fields.is_signed")),
      ]}
    >
      <Detail name="version" className="sm:col-span-2">
        <Choice
          name="version"
          none={t("none")}
          options={VERSIONS.map((one) => [one, t(`version.${one}`)])}
        />
      </Detail>
      <Checkbox {...register("is_signed")} className="sm:col-span-2">
        {t("fields.is_signed")}
      </Checkbox>
      {isSigned && (
        <>
          <Detail name="signed_by">
            <Text name="signed_by" />
          </Detail>
          <Detail name="certificate">
            <Text name="certificate" />
          </Detail>
        </>
      )}
    </Fold>
  );
}

function PurchaseGroup() {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const { watch } = useFormContext<CopyForm>();
  const price = watch("price").trim();
  const date = watch("bought_on");
  return (
    <Fold
      title={t("editor.purchase")}
      names={["price", "currency", "bought_on", "bought_from"]}
      holds={[
        price && `${price} ${watch("currency")}`,
        isPartialDate(date) && partialDate(date, LOCALES[lang]),
        watch("bought_from"),
      ]}
    >
      <Detail name="price">
        <Text name="price" inputMode="decimal" />
      </Detail>
      <Detail name="currency">
        <Choice name="currency" options={currencyOptions(lang)} />
      </Detail>
      <DateField name="bought_on" />
      <Detail name="bought_from">
        <Text name="bought_from" />
      </Detail>
    </Fold>
  );
}

function PlaceGroup() {
  const { t } = useTranslation("copies");
  const { setValue, watch } = useFormContext<CopyForm>();
  const isLent = watch("lent_to").trim() !== "";
  const dirty = { shouldDirty: true, shouldValidate: true };
  return (
    <Fold
      title={t("editor.place")}
      names={["storage_place", "lent_to", "lent_since"]}
      holds={[watch("storage_place"), isLent && t("list.lentTo", { name: watch("lent_to") })]}
    >
      <Detail name="storage_place" className="sm:col-span-2">
        <Text name="storage_place" />
      </Detail>
      <Detail name="lent_to">
        <Text name="lent_to" />
      </Detail>
      <DateField name="lent_since" />
      {isLent && (
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button
            variant="outline"
            size="sm"
            onClick={() => setValue("lent_since", today(), dirty)}
          >
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
      )}
    </Fold>
  );
}

/** The reader's day. */
function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function NotesGroup() {
  const { t } = useTranslation("copies");
  const { watch } = useFormContext<CopyForm>();
  return (
    <Fold title={t("editor.notesGroup")} names={["notes"]} holds={[watch("notes")]}>
      <Detail name="notes" className="sm:col-span-2">
        <NotesText />
      </Detail>
    </Fold>
  );
}

function NotesText(props: ComponentProps<"textarea">) {
  const { register } = useFormContext<CopyForm>();
  return <Textarea {...props} {...register("notes")} />;
}
