import { columnsOf, type DumpFile, openPhotoPath, type Row, type Value } from "./dump-files.ts";

/**
 * A row of a dump's file as the database answers it, with its columns in their order.
 * @param siteUrl The site's public address, without a trailing slash
 */
export function rowOf(
  file: DumpFile,
  stored: Readonly<Record<string, Value>>,
  siteUrl: string,
): Row {
  const known =
    file === "photos" ? { ...stored, url: siteUrl + openPhotoPath(String(stored["id"])) } : stored;
  return Object.fromEntries(columnsOf(file).map(({ name }) => [name, known[name] ?? null]));
}

/** A row as a line of NDJSON. */
export const ndjsonLine = (row: Row): string => `${JSON.stringify(row)}\n`;

/**
 * Values as a line of CSV (RFC 4180): nothing for null, a list as JSON. For programs: what a
 * spreadsheet would run stays as it is, because every file says exactly the same.
 */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: Value): string {
  if (value === null) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
