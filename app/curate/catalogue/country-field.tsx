import { useMemo } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { countryName } from "../../shared/i18n/countries.ts";
import { nameOrder } from "../../shared/i18n/name-order.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { COUNTRY_CODES, NATION_CODES } from "../../shared/domain/country-codes.ts";
import { SelectField } from "./fields.tsx";

/** Country menu with names in the reader's language; the value is the country code. */
export function CountryField() {
  const { t } = useTranslation(["adminCatalogue", "facts", "suggestions"]);
  const lang = useLanguage();
  const options = useMemo(
    () =>
      [...COUNTRY_CODES, ...NATION_CODES, "GB"]
        .map((code) => ({ value: code, label: countryName(code, lang) ?? code }))
        .sort(nameOrder(lang, ({ label }) => label)),
    [lang],
  );
  return (
    <SelectField
      name="country"
      label={t("facts:country")}
      placeholder={t("suggestions:fields.noCountry")}
      options={options}
    />
  );
}
