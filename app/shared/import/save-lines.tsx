import { Download } from "lucide-react";
import type { ReactNode } from "react";

import { saveFile } from "../browser/save-file.ts";
import type { Row } from "../domain/import/read-table.ts";
import { refusedCsv } from "../domain/import/refused-csv.ts";
import { Button } from "../ui/button.tsx";

/** Downloads lines of a list as they are in it, to be corrected in a spreadsheet. */
export function SaveLines({
  name,
  header,
  read,
  children,
}: {
  name: string;
  header: readonly string[];
  read: () => { rows: Row[]; reasons?: string[] };
  children: ReactNode;
}) {
  function save() {
    const { rows, reasons } = read();
    saveFile(name, "text/csv;charset=utf-8", refusedCsv(header, rows, reasons));
  }
  return (
    <Button variant="outline" size="sm" className="justify-self-start" onClick={save}>
      <Download aria-hidden />
      {children}
    </Button>
  );
}
