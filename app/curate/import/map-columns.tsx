import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ColumnTable } from "../../collect/exchange/column-table.tsx";
import { Button } from "../../shared/ui/button.tsx";
import {
  type CatalogueMapping,
  guessCatalogueColumns,
} from "../domain/import/catalogue-columns.ts";
import { CATALOGUE_COLUMNS } from "../domain/import/catalogue-file.ts";
import type { Table } from "../../collect/domain/exchange/read-table.ts";
import type { ChosenFiles } from "./chosen-files.ts";
import { ImageButtons } from "./choose-files.tsx";

/** The columns of a file, each with the guess of what it says. */
export function MapColumns({
  table,
  files,
  onFiles,
  onNext,
  onCancel,
}: {
  table: Table;
  files: ChosenFiles;
  onFiles: (files: ChosenFiles) => void;
  onNext: (mapping: CatalogueMapping) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["catalogueImport", "exchange"]);
  const [mapping, setMapping] = useState(() => guessCatalogueColumns(table.header));
  const isEnough = mapping.includes("title") && mapping.includes("team");
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="max-w-prose text-muted">{t("exchange:mapping.text")}</p>
      <ColumnTable
        table={table}
        columns={CATALOGUE_COLUMNS}
        mapping={mapping}
        nameOf={(column) => t(`catalogueImport:fields.${column}`)}
        onChange={setMapping}
      />
      {mapping.includes("images") && <ImageButtons files={files} onFiles={onFiles} />}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {!isEnough && t("catalogueImport:needName")}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={!isEnough} onClick={() => onNext(mapping)}>
          {t("exchange:mapping.next", { count: table.rows.length })}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {t("exchange:cancel")}
        </Button>
      </div>
    </div>
  );
}
