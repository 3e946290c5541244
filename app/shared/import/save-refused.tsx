import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";

import { saveFile } from "../browser/save-file.ts";
import type { Row } from "../domain/import/read-table.ts";
import { refusedCsv } from "../domain/import/refused-csv.ts";
import { Button } from "../ui/button.tsx";

/** Downloads the refused lines, to be corrected in a spreadsheet. */
export function SaveRefused({
  header,
  read,
}: {
  header: readonly string[];
  read: () => { rows: Row[]; reasons?: string[] };
}) {
  const { t } = useTranslation("exchange");
  function save() {
    const { rows, reasons } = read();
    saveFile(
      "maillotheque-refused.csv",
      "text/csv;charset=utf-8",
      refusedCsv(header, rows, reasons),
    );
  }
  return (
    <Button variant="outline" size="sm" className="justify-self-start" onClick={save}>
      <Download aria-hidden />
      {t("check.saveRefused")}
    </Button>
  );
}
