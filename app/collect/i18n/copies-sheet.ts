import { csv } from "../../shared/domain/write-csv.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { COLUMNS, copyRow, type ExchangedCopy } from "../domain/exchange/collection-file.ts";
import type { DetailWords } from "./use-detail-words.ts";

/** What separates cells in the spreadsheets of a language: where decimals have a comma, it is the semicolon. */
export const SEPARATORS = { fr: ";", en: ",", es: ";", pt: ";" } as const satisfies Record<
  Language,
  string
>;

/** People read the shirt first; what only recognises it again is last. */
const OF_PROGRAMS = [
  "id",
  "jersey_id",
  "added_at",
] as const satisfies readonly (typeof COLUMNS)[number][];
const isOfPrograms = (column: string) => OF_PROGRAMS.some((own) => own === column);
const SHOWN = [...COLUMNS.filter((column) => !isOfPrograms(column)), ...OF_PROGRAMS];

/** Copies as CSV for people: headings and values in their words. Programs read the CSV whose columns never change (docs/exchange.md). */
export function copiesSheet(
  copies: readonly ExchangedCopy[],
  { nameOf, choicesOf }: Pick<DetailWords, "nameOf" | "choicesOf">,
  lang: Language,
): string {
  const rows = copies.map((copy) => {
    const row = copyRow(copy);
    const cells = SHOWN.map((column) => {
      const value = row[column];
      if (typeof value === "boolean") return value ? choicesOf(column)![0]![1] : null;
      // A currency's code is what an amount is written with.
      const choices = column === "currency" ? [] : (choicesOf(column) ?? []);
      return choices.find(([choice]) => choice === value)?.[1] ?? value;
    });
    return Object.fromEntries(SHOWN.map((column, n) => [nameOf(column), cells[n]]));
  });
  return csv(rows, SHOWN.map(nameOf), SEPARATORS[lang]);
}
