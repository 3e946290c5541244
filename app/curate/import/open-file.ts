import { FileError } from "../../shared/domain/import/file-error.ts";
import type { TableForm } from "../../shared/domain/import/read-csv.ts";
import { readTable, type Table } from "../../shared/domain/import/read-table.ts";
import { CATALOGUE, CATALOGUE_LIMITS } from "../domain/import/catalogue-file.ts";

export interface OpenedFile {
  name: string;
  table: Table;
  /** Reads it in another way. */
  reread: (form: TableForm) => Table;
}

/**
 * Reads a list of jerseys: CSV, JSON, or an exported catalogue.
 * @throws FileError if it can't be read
 */
export async function openFile(file: File): Promise<OpenedFile> {
  if (file.size > CATALOGUE_LIMITS.bytes) throw new FileError("tooLarge");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const reread = (form?: TableForm) => readTable(bytes, CATALOGUE_LIMITS, CATALOGUE, form);
  return { name: file.name, table: reread(), reread };
}
