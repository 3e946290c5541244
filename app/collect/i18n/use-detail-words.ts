import type { TFunction } from "i18next";
import { useMemo } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { factKey } from "../../shared/i18n/fact-key.ts";
import { KIT_TYPES } from "../../shared/domain/kit-types.ts";
import { SPORTS_OF_SHIRTS } from "../../shared/domain/leagues.ts";
import { type Language, LOCALES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import {
  type CopyDetails,
  detailOf,
  type DetailChoice,
  type DetailName,
  DETAILS,
  LONGEST_NOTE,
} from "../domain/copies/copy-details.ts";
import type { CopyProblem } from "../domain/copies/copy-problem.ts";
import { partialDate } from "../domain/copies/partial-date.ts";
import type { Column } from "../domain/exchange/collection-file.ts";
import { currencyOptions } from "./currency-options.ts";
import { formatMoney } from "./money.ts";

type Choices = readonly (readonly [value: string, label: string])[];

/** What the reader's language calls the details of a copy and their values, and the columns of a list. */
export function useDetailWords() {
  const { t } = useTranslation(["copies", "common", "exchange", "facts"]);
  const lang = useLanguage();
  return useMemo(() => detailWords(t, lang), [t, lang]);
}

export type DetailWords = ReturnType<typeof detailWords>;

/** The same outside of components. */
export function detailWords(
  t: TFunction<["copies", "common", "exchange", "facts"]>,
  lang: Language,
) {
  /** The label of a value of a choice; the keys are typed by the one of each kind. */
  const label = (name: DetailChoice, value: string) =>
    t(`copies:${name}.${value}` as "copies:condition.new");

  /** The values that a column takes, with their texts; undefined for columns that take any text. */
  function choicesOf(column: Column): Choices | undefined {
    if (column === "kit_type") {
      return KIT_TYPES.map((value) => [value, t(`common:kitType.${value}`)]);
    }
    if (column === "league")
      return SPORTS_OF_SHIRTS.map((value) => [value, t(`common:league.${value}`)]);
    const detail = detailOf(column);
    if (detail?.kind === "choice") {
      return detail.values.map((value) => [value, label(column as DetailChoice, value)]);
    }
    if (detail?.kind === "yes") {
      return (["yes", "no"] as const).map((value) => [value, t(`exchange:check.${value}`)]);
    }
    return detail?.kind === "currency" ? currencyOptions(lang) : undefined;
  }

  /** A detail as the reader writes it: dates in words, prices with their currency, values by their names. */
  function textOf(name: DetailName, details: CopyDetails): string {
    const value = details[name];
    if (value === null || value === "") return "";
    if (typeof value === "boolean") return t(value ? "exchange:check.yes" : "exchange:check.no");
    if (typeof value === "number") {
      return details.currency ? formatMoney(value, details.currency, lang) : String(value);
    }
    const { kind } = DETAILS[name];
    if (kind === "date") return partialDate(value, LOCALES[lang]);
    return kind === "choice" ? label(name as DetailChoice, value) : value;
  }

  return {
    label,
    choicesOf,
    textOf,
    /** What a column is called. */
    nameOf: (column: Column): string =>
      detailOf(column)
        ? t(`copies:fields.${column as DetailName}`)
        : t([`exchange:fields.${column as "id"}`, factKey(column)]),
    /** What is wrong with a field of a copy or a wish. */
    problemText(field: string, problem: CopyProblem | undefined): string | undefined {
      const detail = detailOf(field);
      const max = detail && "max" in detail ? detail.max : LONGEST_NOTE;
      return problem && t(`copies:problems.${problem}`, { max });
    },
  };
}
