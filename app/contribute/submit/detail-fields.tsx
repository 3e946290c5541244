import { useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { FactControl, isWide } from "../components/fact-control.tsx";
import { isPlain, JERSEY_FACTS } from "../../shared/domain/facts/jersey.ts";
import { brandChoices } from "../data/catalogue/choices.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { priorityOrder } from "../../shared/i18n/name-order.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ChoiceField, toOption } from "./choice-field.tsx";
import { ListProblem } from "./list-problem.tsx";
import { type JerseyForm, OTHER } from "./rules.ts";
import { TextField } from "./text-field.tsx";
import { useForgetMissing } from "./use-forget-missing.ts";

/** Facts that stand above the optional ones. */
const ABOVE: readonly string[] = ["title", "kit_type", "colors"];

/** The optional fields. */
export function DetailFields() {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {JERSEY_FACTS.map((fact) =>
        fact.name === "brand_id" ? (
          <BrandField key={fact.name} />
        ) : !isPlain(fact) || ABOVE.includes(fact.name) ? null : (
          <div key={fact.name} className={isWide(fact.name) ? "sm:col-span-2" : undefined}>
            <FactControl name={fact.name} />
          </div>
        ),
      )}
    </div>
  );
}

function BrandField() {
  const { t } = useTranslation(["submit", "facts", "common"]);
  const lang = useLanguage();
  const brands = useMemberQuery(brandChoices());
  const brand = useWatch<JerseyForm, "brand">({ name: "brand" });
  useForgetMissing("brand", brands.data, [OTHER]);
  const options = [
    ...(brands.data?.toSorted(priorityOrder(lang, ({ name }) => name)).map(toOption) ?? []),
    { value: OTHER, label: t("choose.otherBrand") },
  ];
  return (
    <>
      <ChoiceField
        name="brand"
        label={t("facts:brand")}
        placeholder={t(brands.isLoading ? "common:loading" : "choose.brand")}
        options={options}
        disabled={brands.isLoading}
        help={brands.isError && <ListProblem query={brands} />}
      />
      {brand === OTHER && <TextField name="brandText" label={t("fields.brandText")} />}
    </>
  );
}
