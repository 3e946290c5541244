import { useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { brandChoices } from "../data/catalogue/choices.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { priorityOrder } from "../../shared/i18n/name-order.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ChoiceField, type FormControl, toOption } from "./choice-field.tsx";
import { ListProblem } from "./list-problem.tsx";
import { OTHER } from "./rules.ts";
import { LongTextField, TextField } from "./text-field.tsx";
import { useForgetMissing } from "./use-forget-missing.ts";

/** The optional fields. */
export function DetailFields({ control }: { control: FormControl }) {
  const { t } = useTranslation("submit");
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          name="year"
          label={t("fields.year")}
          help={t("help.year")}
          type="number"
          inputMode="numeric"
          min={1850}
          max={2100}
          step={1}
        />
        <BrandField control={control} />
      </div>
      <TextField
        name="edition"
        label={t("fields.edition")}
        placeholder={t("placeholders.edition")}
      />
      <LongTextField name="description" label={t("fields.description")} />
      <div className="grid items-start gap-5 sm:grid-cols-[2fr_1fr]">
        <TextField
          name="externalLink"
          label={t("fields.externalLink")}
          type="url"
          inputMode="url"
          placeholder={t("placeholders.externalLink")}
        />
        <TextField
          name="price"
          label={t("fields.price")}
          // Not a number field: in many languages it drops the comma, and 49,90 becomes 4990.
          inputMode="decimal"
          placeholder={t("placeholders.price")}
        />
      </div>
    </>
  );
}

function BrandField({ control }: { control: FormControl }) {
  const { t } = useTranslation("submit");
  const lang = useLanguage();
  const brands = useMemberQuery(brandChoices());
  const brand = useWatch({ control, name: "brand" });
  useForgetMissing(control, "brand", brands.data, [OTHER]);
  const options = [
    ...(brands.data?.toSorted(priorityOrder(lang, ({ name }) => name)).map(toOption) ?? []),
    { value: OTHER, label: t("choose.otherBrand") },
  ];
  return (
    <>
      <ChoiceField
        control={control}
        name="brand"
        label={t("fields.brand")}
        placeholder={t(brands.isLoading ? "choose.loading" : "choose.brand")}
        options={options}
        disabled={brands.isLoading}
        help={brands.isError && <ListProblem query={brands} />}
      />
      {brand === OTHER && <TextField name="brandText" label={t("fields.brandText")} />}
    </>
  );
}
