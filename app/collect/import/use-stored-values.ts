import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { CopyDetails } from "../domain/copies/copy.ts";
import { partialDate } from "../domain/copies/partial-date.ts";
import { formatMoney } from "../i18n/money.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useValueChoices } from "./use-value-choices.ts";

/** A detail of a copy as the reader writes it: dates in words, prices with their currency, values by their names. */
export function useValueText() {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const choicesOf = useValueChoices();
  return (name: keyof CopyDetails, details: Pick<CopyDetails, typeof name | "currency">) => {
    const value = details[name];
    if (value === null || value === "") return "—";
    if (typeof value === "boolean") return t(value ? "check.yes" : "check.no");
    if (name === "bought_on" || name === "lent_since") {
      return partialDate(String(value), LOCALES[lang]);
    }
    if (typeof value === "number") {
      return details.currency ? formatMoney(value, details.currency, lang) : String(value);
    }
    const label = choicesOf(name)?.find(([one]) => one === value)?.[1];
    return label ?? value;
  };
}

/** All that an import would store of a copy: the name of each detail, and what it says; and since when it is in the collection. */
export function useStoredValues() {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const textOf = useValueText();
  return (
    details: CopyDetails,
    addedAt: string | null,
  ): (readonly [name: string, text: string])[] => [
    ...(Object.keys(details) as (keyof CopyDetails)[])
      // A price has its currency beside it.
      .filter((name) => name !== "currency" && details[name] !== null && details[name] !== false)
      .map((name) => [t(`fields.${name}`), textOf(name, details)] as const),
    ...(addedAt
      ? [[t("fields.added_at"), partialDate(addedAt.slice(0, 10), LOCALES[lang])] as const]
      : []),
  ];
}
