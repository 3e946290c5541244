import { decodedAs, likelyEncoding } from "./encoding.ts";
import { FileError } from "./file-error.ts";
import type { Plain } from "./plain.ts";
import { readCsv, type TableForm } from "./read-csv.ts";
import { readJson } from "./read-json.ts";

export interface Limits {
  bytes: number;
  rows: number;
}

/** A JSON format of our own: its name, its newest version, and its list of rows as objects of columns. */
export interface OwnFormat<Mark = never> {
  format: string;
  version: number;
  list: string;
  columns: readonly string[];
  /** The values of an object of the list by column. */
  valuesOf(row: Plain): Plain;
  /** True for a heading that is known. */
  isHeading(name: string): boolean;
  /** The headings of a list whose first line may be no headings; undefined if it is. Without it, every list has headings. */
  headingsOf?(records: readonly (readonly string[])[]): string[] | undefined;
  /** What it has besides the list. */
  marksOf?(content: Plain): Mark[];
}

export interface Row {
  /** Its line in the file; in JSON its place in the list. */
  line: number;
  cells: string[];
  /** What stands in cells that have no heading. */
  extra?: string[];
  /** Names of the copy's photos in the ZIP. */
  photos?: string[];
}

export interface Table<Mark = unknown> {
  header: string[];
  /** True if the list has no headings, and these are guessed from its cells; one that isn't is empty. */
  isHeadless?: true;
  rows: Row[];
  /** The columns that name photos of the ZIP around the list: they are imported whatever else they mean. */
  photoColumns?: number[];
  /** What a format of our own has besides its list: wishes and votes of a collection. */
  marks?: Mark[];
  /** How a CSV was read, and its first lines, among which are its headings. */
  form?: TableForm;
  firstLines?: { line: number; text: string }[];
}

/** How many lines a file has, of all kinds. */
export function linesOf({ rows, marks = [] }: Table): number {
  return rows.length + marks.length;
}

/**
 * The rows of a file: CSV in any of a few encodings and separators, or JSON.
 * @param chosen how to read it, where the guess was wrong
 * @throws FileError if it is neither, or larger than the limits
 */
export function readTable<Mark>(
  bytes: Uint8Array,
  limits: Limits,
  own: OwnFormat<Mark>,
  chosen: Partial<TableForm> = {},
): Table<Mark> {
  if (bytes.length > limits.bytes) throw new FileError("tooLarge");
  // Workbooks of Excel and LibreOffice are ZIP files; the older ones begin with D0 CF.
  if (/^(PK\x03\x04|\xd0\xcf)/.test(String.fromCharCode(...bytes.subarray(0, 4)))) {
    throw new FileError("spreadsheet");
  }
  const encoding = chosen.encoding ?? likelyEncoding(bytes);
  const text = decodedAs(bytes, encoding);
  // Control characters: a picture, a program.
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) throw new FileError("notText");
  if (text.trim() === "") throw new FileError("noRows");
  const table = /^\s*[[{]/.test(text)
    ? readJson(text, limits, own)
    : readCsv(text, limits, own, { ...chosen, encoding });
  const lines = linesOf(table);
  if (lines === 0) throw new FileError("noRows");
  if (lines > limits.rows) throw new FileError("tooManyRows");
  return table;
}
