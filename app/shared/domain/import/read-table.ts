import { CsvError, parse } from "csv-parse/browser/esm/sync";

import { asText, isPlain, type Plain } from "./plain.ts";
import { restored } from "../write-csv.ts";

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
  /** The headings of a list whose first line may be no headings; undefined if it is. Without it, every list has headings. */
  headingsOf?(records: readonly (readonly string[])[]): string[] | undefined;
  /** What it has besides the list. */
  marksOf?(content: Plain): Mark[];
}

/** No list of shirts has more columns; a file of ten million commas does. */
const MAX_COLUMNS = 200;

/** A text under `import.problems` in the namespace `exchange`. */
export type FileProblem =
  | "tooLarge"
  | "tooManyRows"
  | "tooManyColumns"
  | "noRows"
  | "notText"
  | "spreadsheet"
  | "quotes"
  | "unreadable"
  | "otherJson"
  | "newer"
  | "zip"
  | "zipTooLarge";

/** A file that can't be read; caught where it was chosen. */
export class FileError extends Error {
  override name = "FileError";
  readonly problem: FileProblem;
  /** The line of the file, where one is to blame. */
  readonly line: number | undefined;

  constructor(problem: FileProblem, line?: number) {
    super(problem);
    this.problem = problem;
    this.line = line;
  }
}

export interface Row {
  /** Its line in the file; in JSON its place in the list. */
  line: number;
  cells: string[];
  /** Names of the copy's photos in the ZIP. */
  photos?: string[];
}

export interface Table<Mark = unknown> {
  header: string[];
  /** True if the list has no headings, and these are guessed from its cells; one that isn't is empty. */
  isHeadless?: true;
  rows: Row[];
  /** What a format of our own has besides its list: wishes and votes of a collection. */
  marks?: Mark[];
}

/** How many lines a file has, of all kinds. */
export function linesOf({ rows, marks = [] }: Table): number {
  return rows.length + marks.length;
}

/**
 * The rows of a file: CSV with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252, or JSON.
 * @throws FileError if it is neither, or larger than the limits
 */
export function readTable<Mark>(
  bytes: Uint8Array,
  limits: Limits,
  own: OwnFormat<Mark>,
): Table<Mark> {
  if (bytes.length > limits.bytes) throw new FileError("tooLarge");
  const text = decoded(bytes);
  if (text.trim() === "") throw new FileError("noRows");
  const table = /^\s*[[{]/.test(text) ? readJson(text, limits, own) : readCsv(text, limits, own);
  const lines = linesOf(table);
  if (lines === 0) throw new FileError("noRows");
  if (lines > limits.rows) throw new FileError("tooManyRows");
  return table;
}

function decoded(bytes: Uint8Array): string {
  // Workbooks of Excel and LibreOffice are ZIP files; the older ones begin with D0 CF.
  if (/^(PK\x03\x04|\xd0\xcf)/.test(String.fromCharCode(...bytes.subarray(0, 4)))) {
    throw new FileError("spreadsheet");
  }
  const text = withEncoding(bytes);
  // Control characters: a picture, a program.
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) throw new FileError("notText");
  return text;
}

function withEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function readCsv<Mark>(whole: string, limits: Limits, own: OwnFormat<Mark>): Table<never> {
  // Excel's hint about the separator.
  const [hint, named] = /^sep=([,;\t])\r?\n/.exec(whole) ?? [""];
  const text = whole.slice(hint.length);
  const delimiter = named ?? likelyDelimiter(text);
  measure(text, delimiter, limits);
  const all = records(text, delimiter);
  const [header, ...rows] = all;
  if (!header) throw new FileError("noRows");
  const guessed = own.headingsOf?.(all.map(({ record }) => record));
  return {
    header: guessed ?? header.record.map((name) => name.trim()),
    ...(guessed && { isHeadless: true }),
    rows: (guessed ? all : rows).map(({ record, info }) => ({
      line: info.lines + (hint ? 1 : 0),
      cells: record.map(restored),
    })),
  };
}

type Parsed = { record: string[]; info: { lines: number } }[];

function records(text: string, delimiter: string): Parsed {
  try {
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as Parsed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem = error.code === "CSV_QUOTE_NOT_CLOSED" ? "quotes" : "unreadable";
    throw new FileError(problem, Number(error["lines"] ?? 1));
  }
}

/** The separator that the first line has most of. */
function likelyDelimiter(text: string): string {
  const counts = new Map([",", ";", "\t"].map((delimiter) => [delimiter, 0]));
  let quoted = false;
  let seen = false;
  for (const char of text.slice(0, 100_000)) {
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "\n" || char === "\r") {
      if (seen) break;
    } else {
      seen = true;
      const count = counts.get(char);
      if (count !== undefined) counts.set(char, count + 1);
    }
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best![0];
}

/** Refuses a file with too many columns, rows or an endless quote before memory is spent on it. */
function measure(text: string, delimiter: string, limits: Limits): void {
  let quoted = false;
  let atStart = true;
  let opened = 1;
  let line = 1;
  let columns = 1;
  let rows = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\n") line++;
    if (quoted) {
      if (char !== '"') continue;
      if (text[at + 1] === '"') at++;
      else quoted = false;
    } else if (char === '"' && atStart) {
      quoted = true;
      opened = line;
    } else if (char === delimiter) {
      if (++columns > MAX_COLUMNS) throw new FileError("tooManyColumns", line);
    } else if (char === "\n") {
      columns = 1;
      // The header, and lines that may be empty, are room for as many again.
      if (++rows > 2 * limits.rows + 1) throw new FileError("tooManyRows");
    }
    atStart = char === delimiter || char === "\n" || char === "\r";
  }
  if (quoted) throw new FileError("quotes", opened);
}

/** Our own format, or a list of objects whose keys are columns. */
function readJson<Mark>(text: string, limits: Limits, own: OwnFormat<Mark>): Table<Mark> {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new FileError("unreadable");
  }
  if (Array.isArray(content)) return readObjects(content, limits);
  const list = isPlain(content) && content["format"] === own.format ? content[own.list] : undefined;
  if (!isPlain(content) || !Array.isArray(list)) throw new FileError("otherJson");
  const version = content["version"];
  if (typeof version !== "number" || version > own.version) throw new FileError("newer");
  return {
    header: [...own.columns],
    ...(own.marksOf && { marks: own.marksOf(content) }),
    rows: list.filter(isPlain).map((row, n) => {
      const values = own.valuesOf(row);
      const photos = row["photos"];
      return {
        line: n + 1,
        cells: own.columns.map((column) => asText(values[column])),
        ...(Array.isArray(photos) && {
          photos: photos.filter((name) => typeof name === "string"),
        }),
      };
    }),
  };
}

function readObjects(list: unknown[], limits: Limits): Table<never> {
  if (list.length > limits.rows) throw new FileError("tooManyRows");
  const objects = list.filter(isPlain);
  const header = [...new Set(objects.flatMap((row) => Object.keys(row).slice(0, MAX_COLUMNS + 1)))];
  if (header.length > MAX_COLUMNS) throw new FileError("tooManyColumns");
  return {
    header,
    rows: objects.map((row, n) => ({
      line: n + 1,
      cells: header.map((name) => asText(row[name])),
    })),
  };
}
