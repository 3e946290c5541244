import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { CONDITIONS, SIZE_SCALES, VERSIONS } from "../domain/copies/copy.ts";
import type { Column } from "../domain/exchange/collection-file.ts";
import { KIT_TYPES } from "../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import { currencyOptions } from "../i18n/currency-options.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** The values that a column takes, with their texts; undefined for columns that take any text. */
export function useValueChoices() {
  const { t } = useTranslation(["copies", "common", "exchange"]);
  const lang = useLanguage();
  return (column: Column): readonly (readonly [value: string, label: string])[] | undefined => {
    switch (column) {
      case "version":
        return VERSIONS.map((value) => [value, t(`copies:version.${value}`)]);
      case "condition":
        return CONDITIONS.map((value) => [value, t(`copies:condition.${value}`)]);
      case "size_scale":
        return SIZE_SCALES.map((value) => [value, t(`copies:sizeScale.${value}`)]);
      case "kit_type":
        return KIT_TYPES.map((value) => [value, t(`common:kitType.${value}`)]);
      case "league":
        return LEAGUES.map((value) => [value, t(`common:league.${value}`)]);
      case "is_signed":
        return (["yes", "no"] as const).map((value) => [value, t(`exchange:check.${value}`)]);
      case "currency":
        return currencyOptions(lang);
      default:
        return undefined;
    }
  };
}
