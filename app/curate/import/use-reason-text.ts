import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { CatalogueRefusal } from "../domain/import/catalogue-check.ts";

/** Why a field of a line is refused, in the reader's language. */
export function useReasonText(): (refusal: CatalogueRefusal) => string {
  const { t } = useTranslation("catalogueImport");
  return ({ reason, value }) => t(`reasons.${reason}`, { value: (value ?? "").slice(0, 80) });
}
