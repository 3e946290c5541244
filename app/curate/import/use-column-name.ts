import { PLAIN_FACTS } from "../../shared/domain/facts/jersey.ts";
import { factLabel } from "../../shared/i18n/jersey-changes.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { factKey } from "../../shared/i18n/fact-key.ts";
import type { CatalogueColumn } from "../domain/import/catalogue-columns.ts";

/** The name of a column: that of the fact in all forms, or its own. */
export function useColumnName(): (column: CatalogueColumn) => string {
  const { t } = useTranslation(["catalogueImport", "facts"]);
  const lang = useLanguage();
  return (column) => {
    const fact = PLAIN_FACTS.find(({ name }) => name === column);
    return fact
      ? factLabel(fact.name, lang)
      : t([`catalogueImport:fields.${column as "id"}`, factKey(column)]);
  };
}
