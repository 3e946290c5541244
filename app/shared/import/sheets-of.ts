import { readOds } from "hucre/ods";
import { readXlsx } from "hucre/xlsx";
import { unzipSync } from "fflate";

import type { FileProblem } from "../domain/import/file-error.ts";

/** What a workbook may be when it is unpacked: a small file may be made of nothing for ever. */
const MAX_UNPACKED = 100_000_000;
const MAX_FILES = 2000;

/** A sheet of a workbook. */
interface Sheet {
  name: string;
  isHidden: boolean;
  /** Its rows, the cells apart by tabs. */
  lines: string;
}

/** The sheets of a workbook, or why there are none. */
export type SheetAnswer = { sheets: Sheet[] } | { problem: FileProblem };

/**
 * Reads all sheets of a workbook of Excel (.xlsx) or LibreOffice (.ods): formulas by their last value, dates as `2019-07-31`.
 * @param rows of a sheet that are read at most
 */
export async function sheetsOf(bytes: Uint8Array, rows: number): Promise<SheetAnswer> {
  const names = new Set<string>();
  let unpacked = 0;
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      names.add(name);
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > MAX_UNPACKED || names.size > MAX_FILES) return { problem: "tooLarge" };
  const isOds = names.has("content.xml");
  if (!isOds && ![...names].some((name) => name.startsWith("xl/"))) return { problem: "zip" };
  // One more than is allowed, so that too many are noticed; above the table there may be a few others.
  const { sheets } = await (isOds ? readOds : readXlsx)(bytes, { maxRows: rows + 50 });
  return {
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      isHidden: Boolean(sheet.hidden || sheet.veryHidden),
      lines: sheet.rows
        .map((cells) => cells.map((cell) => quoted(textOf(cell))).join("\t"))
        .join("\n"),
    })),
  };
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : dateText(cell);
  if (typeof cell === "string") return cell;
  if (typeof cell === "boolean") return String(cell);
  // 0.1 + 0.2, as a spreadsheet shows it.
  return typeof cell === "number" ? String(Number(cell.toPrecision(15))) : "";
}

/** A day; with a time that isn't midnight, that too. */
function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text;
}

const quoted = (text: string) =>
  /["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
