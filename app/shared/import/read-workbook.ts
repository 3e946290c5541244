import { FileError } from "../domain/import/file-error.ts";
import type { TableForm } from "../domain/import/read-csv.ts";
import type { SheetAnswer } from "./sheets-of.ts";
import { linesOf, type Table } from "../domain/import/read-table.ts";

/** The worker's task. */
export interface WorkbookWork {
  bytes: Uint8Array;
  /** Rows of a sheet that are read at most. */
  rows: number;
}

/** A workbook of Excel (.xlsx) or LibreOffice (.ods). */
export interface Workbook<List extends Table = Table> {
  /** The names of its sheets that have a list. */
  sheets: string[];
  /** The place of the one that is read. */
  sheet: number;
  table: List;
  reread: (form: TableForm) => List;
  /** Reads another sheet. */
  choose: (sheet: number) => Workbook<List>;
}

const TIME_OUT_MS = 30_000;

/** True for a file that begins as a ZIP does, which new workbooks are. */
export const isZip = (head: Uint8Array) =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;

/** The form of a sheet that became a text. */
const AS_TABS = { encoding: "utf-8", separator: "\t" } as const;

/**
 * Reads the sheets of a workbook that hold a list; the one with most known headings is chosen, of equal ones the longest.
 * @param read reads a list of the caller's kind
 * @param isHeading true for a heading that is known
 * @throws FileError `zip` if it is a ZIP of another kind
 */
export async function openWorkbook<List extends Table>(
  file: Blob,
  rows: number,
  read: (bytes: Uint8Array, form: Partial<TableForm>) => List,
  isHeading: (name: string) => boolean,
): Promise<Workbook<List>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const answer = await inWorker({ bytes, rows });
  if ("problem" in answer) throw new FileError(answer.problem);
  let problem: unknown;
  const lists = answer.sheets.flatMap(({ name, isHidden, lines }) => {
    const text = new TextEncoder().encode(lines);
    const reread = (form: Partial<TableForm> = {}) => read(text, { ...form, ...AS_TABS });
    try {
      const table = reread();
      const known = table.header.filter(isHeading).length;
      return [{ name, table, reread, score: known * 1e6 + linesOf(table) - (isHidden ? 1e9 : 0) }];
    } catch (error) {
      // An empty sheet is none; one that is too long tells why it isn't read.
      if (error instanceof FileError && error.problem !== "noRows") problem ??= error;
      return [];
    }
  });
  if (lists.length === 0) throw problem ?? new FileError("noRows");
  const at = (sheet: number): Workbook<List> => ({
    sheets: lists.map(({ name }) => name),
    sheet,
    table: lists[sheet]!.table,
    reread: lists[sheet]!.reread,
    choose: at,
  });
  const best = Math.max(...lists.map(({ score }) => score));
  return at(lists.findIndex(({ score }) => score === best));
}

async function inWorker(work: WorkbookWork): Promise<SheetAnswer> {
  const worker = new Worker(new URL("./workbook.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<SheetAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => resolve(data);
      worker.onerror = () => reject(new FileError("unreadable"));
      setTimeout(() => reject(new FileError("unreadable")), TIME_OUT_MS);
      worker.postMessage(work, [work.bytes.buffer]);
    });
  } finally {
    worker.terminate();
  }
}
