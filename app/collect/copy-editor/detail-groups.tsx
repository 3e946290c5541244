import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { CONDITIONS, SIZE_SCALES, VERSIONS } from "../domain/copies/copy.ts";
import type { CopyForm } from "../domain/copies/copy-rules.ts";
import { currencyOptions } from "../i18n/currency-options.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { DateField } from "./date-field.tsx";
import { Choice, Detail, Group, Text } from "./fields.tsx";

/** Every detail of a copy but its photos. */
export function DetailGroups() {
  return (
    <>
      <ShirtGroup />
      <PrintGroup />
      <PurchaseGroup />
      <PlaceGroup />
      <NotesGroup />
    </>
  );
}

function ShirtGroup() {
  const { t } = useTranslation("copies");
  const chosen = useFormContext<CopyForm>().watch("condition");
  const condition = CONDITIONS.find((one) => one === chosen);
  return (
    <Group title={t("editor.shirt")}>
      <Detail name="size" help={t("help.size")}>
        <Text name="size" />
      </Detail>
      <Detail name="size_scale">
        <Choice
          name="size_scale"
          none={t("none")}
          options={SIZE_SCALES.map((scale) => [scale, t(`sizeScale.${scale}`)])}
        />
      </Detail>
      <Detail name="version">
        <Choice
          name="version"
          none={t("none")}
          options={VERSIONS.map((version) => [version, t(`version.${version}`)])}
        />
      </Detail>
      <Detail name="condition" help={condition && t(`conditionText.${condition}`)}>
        <Choice
          name="condition"
          none={t("none")}
          options={CONDITIONS.map((one) => [one, t(`condition.${one}`)])}
        />
      </Detail>
    </Group>
  );
}

function PrintGroup() {
  const { t } = useTranslation("copies");
  const { register, watch } = useFormContext<CopyForm>();
  return (
    <Group title={t("editor.print")}>
      <Detail name="printed_name">
        <Text name="printed_name" />
      </Detail>
      <Detail name="printed_number">
        <Text name="printed_number" inputMode="numeric" />
      </Detail>
      <Checkbox {...register("is_signed")} className="sm:col-span-2">
        {t("fields.is_signed")}
      </Checkbox>
      {watch("is_signed") && (
        <>
          <Detail name="signed_by">
            <Text name="signed_by" />
          </Detail>
          <Detail name="certificate">
            <Text name="certificate" />
          </Detail>
        </>
      )}
    </Group>
  );
}

function PurchaseGroup() {
  const { t } = useTranslation("copies");
  const currencies = currencyOptions(useLanguage());
  return (
    <Group title={t("editor.purchase")}>
      <Detail name="price">
        <Text name="price" inputMode="decimal" />
      </Detail>
      <Detail name="currency">
        <Choice name="currency" options={currencies} />
      </Detail>
      <DateField name="bought_on" />
      <Detail name="bought_from">
        <Text name="bought_from" />
      </Detail>
    </Group>
  );
}

function PlaceGroup() {
  const { t } = useTranslation("copies");
  const { setValue, watch } = useFormContext<CopyForm>();
  const isLent = watch("lent_to").trim() !== "";
  const dirty = { shouldDirty: true, shouldValidate: true };
  return (
    <Group title={t("editor.place")}>
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
    </Group>
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
  return (
    <Group title={t("editor.notesGroup")}>
      <Detail name="notes" className="sm:col-span-2">
        <NotesText />
      </Detail>
    </Group>
  );
}

function NotesText(props: ComponentProps<"textarea">) {
  const { register } = useFormContext<CopyForm>();
  return <Textarea {...props} {...register("notes")} />;
}
