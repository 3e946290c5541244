import { FileError } from "../../shared/domain/import/file-error.ts";
import type { TableForm } from "../../shared/domain/import/read-csv.ts";
import { readTable, type Table } from "../../shared/domain/import/read-table.ts";
import { isZip, openWorkbook, type Workbook } from "../../shared/import/read-workbook.ts";
import { CATALOGUE, CATALOGUE_LIMITS } from "../domain/import/catalogue-file.ts";

export interface OpenedFile {
  name: string;
  table: Table;
  /** Reads it in another way. */
  reread: (form: TableForm) => Table;
  /** A workbook, of which one sheet is read. */
  book?: Workbook;
}

/**
 * Reads a list of jerseys: CSV, JSON, a workbook, or an exported catalogue.
 * @throws FileError if it can't be read
 */
export async function openFile(file: File): Promise<OpenedFile> {
  if (file.size > CATALOGUE_LIMITS.bytes) throw new FileError("tooLarge");
  const read = (bytes: Uint8Array, form: Partial<TableForm>) =>
    readTable(bytes, CATALOGUE_LIMITS, CATALOGUE, form);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) {
    return ofSheet(
      file.name,
      await openWorkbook(file, CATALOGUE_LIMITS.rows, read, CATALOGUE.isHeading),
    );
  }
  const reread = (form?: TableForm) => readTable(bytes, CATALOGUE_LIMITS, CATALOGUE, form);
  return { name: file.name, table: reread(), reread };
}

/** A workbook as the list of the sheet that is read. */
export function ofSheet(name: string, book: Workbook): OpenedFile {
  return { name, table: book.table, reread: book.reread, book };
}
