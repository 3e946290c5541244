import { csv } from "../../shared/domain/write-csv.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { COLUMNS, copyRow, type ExchangedCopy } from "../domain/exchange/collection-file.ts";
import type { DetailWords } from "./use-detail-words.ts";

/** What separates cells in the spreadsheets of a language: where decimals have a comma, it is the semicolon. */
export const SEPARATORS = { fr: ";", en: ",", es: ";", pt: ";" } as const satisfies Record<
  Language,
  string
>;

/** Copies as CSV for people: headings and values in their words. Programs read the CSV whose columns never change (docs/exchange.md). */
export function copiesSheet(
  copies: readonly ExchangedCopy[],
  { nameOf, choicesOf }: Pick<DetailWords, "nameOf" | "choicesOf">,
  lang: Language,
): string {
  const rows = copies.map((copy) => {
    const row = copyRow(copy);
    const cells = COLUMNS.map((column) => {
      const value = row[column];
      if (typeof value === "boolean") return value ? choicesOf(column)![0]![1] : null;
      // A currency's code is what an amount is written with.
      const choices = column === "currency" ? [] : (choicesOf(column) ?? []);
      return choices.find(([choice]) => choice === value)?.[1] ?? value;
    });
    return Object.fromEntries(COLUMNS.map((column, n) => [nameOf(column), cells[n]]));
  });
  return csv(rows, COLUMNS.map(nameOf), SEPARATORS[lang]);
}
