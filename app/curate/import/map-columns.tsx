import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Table } from "../../shared/domain/import/read-table.ts";
import { SheetChoice } from "../../shared/import/sheet-choice.tsx";
import { ColumnStep } from "../../shared/import/column-step.tsx";
import type { CheckedJersey } from "../domain/import/catalogue-check.ts";
import { useColumnName } from "./use-column-name.ts";
import { CATALOGUE_COLUMNS, guessCatalogueColumns } from "../domain/import/catalogue-columns.ts";
import { readCatalogueLines } from "../domain/import/catalogue-line.ts";
import { checkLines } from "./check-lines.ts";
import type { ChosenFiles } from "./chosen-files.ts";
import { ImageButtons } from "./image-buttons.tsx";
import type { OpenedFile } from "./open-file.ts";

/** The columns of a file, each with the guess of what it says. */
export function MapColumns({
  opened: { table, reread, book },
  files,
  onFiles,
  onReread,
  onSheet,
  onChecked,
  onCancel,
}: {
  opened: OpenedFile;
  files: ChosenFiles;
  onFiles: (files: ChosenFiles) => void;
  onReread: (table: Table) => void;
  /** Reads another sheet of a workbook. */
  onSheet: (sheet: number) => void;
  onChecked: (lines: CheckedJersey[]) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation("catalogueImport");
  const { t: submit } = useTranslation("submit");
  const [mapping, setMapping] = useState(() => guessCatalogueColumns(table.header));
  return (
    <ColumnStep
      table={table}
      columns={CATALOGUE_COLUMNS}
      mapping={mapping}
      nameOf={useColumnName()}
      missing={mapping.includes("team") ? undefined : t("needName")}
      busyText={t("check.busy")}
      isSheet={book !== undefined}
      above={<SheetChoice book={book} onChoose={onSheet} />}
      below={mapping.includes("images") && <ImageButtons files={files} onFiles={onFiles} />}
      onMapping={setMapping}
      onForm={(form) => {
        const again = reread(form);
        setMapping(guessCatalogueColumns(again.header));
        onReread(again);
      }}
      check={async (client, onProgress) => {
        const read = readCatalogueLines(table.rows, mapping);
        const lines = read.map((line) => ({ read: line, choices: {} }));
        onChecked(await checkLines(client, lines, files, submit, onProgress));
      }}
      onCancel={onCancel}
    />
  );
}
