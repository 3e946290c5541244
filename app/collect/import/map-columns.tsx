import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { type DateOrder, orderIn, orderOf } from "../../shared/domain/import/dates.ts";
import { currencyIn } from "../../shared/domain/import/prices.ts";
import type { SportOfShirt } from "../../shared/domain/leagues.ts";
import { ownLocale } from "../i18n/own-locale.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ColumnStep } from "../../shared/import/column-step.tsx";
import { SheetChoice } from "../../shared/import/sheet-choice.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { type Column, LIST_COLUMNS } from "../domain/exchange/collection-file.ts";
import { guessColumns, type Mapping } from "../domain/exchange/columns.ts";
import type { ImportDraft } from "../domain/exchange/import-draft.ts";
import type { ReadOptions } from "../domain/exchange/read-line.ts";
import { ValueInput } from "../components/value-input.tsx";
import { DETAIL_LIST } from "../domain/copies/copy-details.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import type { Client } from "../../shared/data/client.ts";
import type { ListColumns } from "./check-list.ts";
import { DateOrderQuestion } from "./date-order.tsx";
import type { OpenedFile } from "./open-file.ts";

/** The columns of a file, each with the guess of what it says, and what the file leaves open. */
export function MapColumns({
  opened,
  draft,
  onReread,
  onSheet,
  check,
  onCancel,
}: {
  opened: OpenedFile;
  /** What was chosen for the same file before. */
  draft: ImportDraft | undefined;
  onReread: (table: OpenedFile["table"]) => void;
  /** Reads another sheet of a workbook. */
  onSheet: (sheet: number) => void;
  /** Asks what would happen to the lines; calls back with the number of lines that are answered. */
  check: (
    client: Client,
    columns: ListColumns,
    onProgress: (done: number) => void,
  ) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const lang = useLanguage();
  const { nameOf } = useDetailWords();
  const { header, rows, isHeadless } = opened.table;
  const [mapping, setMapping] = useState<Mapping>(
    () => draft?.mapping ?? guessColumns(header, rows),
  );
  const [chosen, setChosen] = useState<Partial<ReadOptions>>(() => draft?.options ?? {});
  const dates = orderOf(datesOf(rows, mapping));
  const options: ReadOptions = {
    dates: dates.order ?? orderIn(ownLocale(lang, navigator.language)),
    currency: currencyOfPrices(header, mapping) ?? "EUR",
    league: "SOCCER",
    ...chosen,
    labels: labelsOf(isHeadless ? [] : header, mapping, (name) =>
      t("exchange:mapping.label", { name }),
    ),
  };
  const choose = (more: Partial<ReadOptions>) => setChosen((old) => ({ ...old, ...more }));
  const isEnough = ["jersey_id", "title", "team"].some((name) => mapping.includes(name as Column));
  return (
    <ColumnStep
      table={opened.table}
      columns={LIST_COLUMNS}
      mapping={mapping}
      nameOf={nameOf}
      missing={isEnough ? undefined : t("exchange:mapping.needName")}
      busyText={t("exchange:check.busy")}
      isSheet={opened.book !== undefined}
      // A shirt per line, in words; of a workbook it may be another sheet.
      begins={isHeadless && header.length === 1 && !opened.book}
      onMapping={setMapping}
      onForm={(form) => {
        const again = opened.reread?.(form) ?? opened.table;
        setMapping(guessColumns(again.header, again.rows));
        onReread(again);
      }}
      check={(client, onProgress) => check(client, { mapping, options }, onProgress)}
      onCancel={onCancel}
      above={
        <>
          <SheetChoice book={opened.book} onChoose={onSheet} />
          {opened.isUnpacked && <p className="max-w-prose">{t("exchange:mapping.unpacked")}</p>}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("exchange:mapping.currency")}>
              <ValueInput
                column="currency"
                hasNone={false}
                value={options.currency}
                onChange={(currency) => choose({ currency })}
              />
            </Field>
            <Field label={t("exchange:mapping.league")}>
              <ValueInput
                column="league"
                hasNone={false}
                value={options.league}
                onChange={(league) => choose({ league: league as SportOfShirt })}
              />
            </Field>
          </div>
        </>
      }
      below={
        dates.open.length > 0 && (
          <DateOrderQuestion
            cells={dates.open}
            isCertain={dates.order !== undefined}
            order={options.dates}
            onChange={(order: DateOrder) => choose({ dates: order })}
          />
        )
      }
    />
  );
}

/** The currency that the heading of the prices names. */
function currencyOfPrices(header: readonly string[], mapping: Mapping): string | undefined {
  return header.flatMap((name, n) => (mapping[n] === "price" && currencyIn(name)) || [])[0];
}

/** How the file calls the columns of ours, for its notes. */
function labelsOf(
  header: readonly string[],
  mapping: Mapping,
  labelOf: (name: string) => string,
): ReadOptions["labels"] {
  const entries = header.flatMap((name, n) => {
    const column = mapping[n];
    return column && name ? [[column, labelOf(name)] as const] : [];
  });
  return Object.fromEntries(entries);
}

const DATES: readonly (Column | null)[] = [
  "added_at",
  ...DETAIL_LIST.filter(({ kind }) => kind === "date").map(({ name }) => name),
];

/** The cells of the columns that hold dates. */
function datesOf(rows: OpenedFile["table"]["rows"], mapping: Mapping): string[] {
  const places = mapping.flatMap((column, n) => (DATES.includes(column) ? n : []));
  return rows.flatMap(({ cells }) => places.map((n) => cells[n] ?? ""));
}
