export type Cell = string | number | boolean | null | undefined | TextCell;

/** Digits that spreadsheets would take for a number or a date: written so that they stay a text (`rowOf` in read-csv.ts reads it). */
interface TextCell {
  text: string;
}

/** A cell that stays as it is in a spreadsheet: "00", "10-12", "1E10". */
export function asWritten(value: string): Cell {
  return /^(0\d+|\d+([-/.,]\d+){1,2}|\d+e\d+)$/i.test(value) ? { text: value } : value;
}

/**
 * Rows as CSV for spreadsheets: with a byte order mark, by which they recognise UTF-8, and without
 * cells that they would run as formulas (`restored` undoes that).
 * @param separator with a semicolon, numbers have a decimal comma: spreadsheets of many languages expect both
 */
export function csv(
  rows: readonly Record<string, Cell>[],
  header?: readonly string[],
  separator: "," | ";" = ",",
): string {
  const point = separator === ";" ? "," : ".";
  const columns = header ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  const written = lines.map((line) => line.map((value) => cell(value, point)).join(separator));
  return `\uFEFF${written.join("\r\n")}\r\n`;
}

/**
 * Where a spreadsheet would run what follows: at the beginning of a cell, and behind what begins another cell or line for a
 * spreadsheet whose list separator is another one. Quotes protect nothing there, because they don't stand at the beginning.
 */
const RUNS = /^(?='*[=+\-@\t\r])|(?<=[,;\t\r\n])(?=['"]*[=+\-@])/g;
/** The apostrophe that `neutralised` put there. */
const NEUTRALISER = /^'(?='*[=+\-@\t\r])|(?<=[,;\t\r\n])'(?=['"]*[=+\-@])/g;

/** An apostrophe before what a spreadsheet would run, also before one that begins so already. */
function neutralised(text: string): string {
  return text.replace(RUNS, "'");
}

/** The text of a cell that `csv` wrote. */
export function restored(text: string): string {
  return text.replace(NEUTRALISER, "");
}

function cell(value: Cell, point: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return `${value}`.replace(".", point);
  const text =
    typeof value === "object"
      ? `="${value.text}"`
      : typeof value === "string"
        ? neutralised(value)
        : `${value}`;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
