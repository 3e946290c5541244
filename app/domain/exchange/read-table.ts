import { CsvError, parse } from "csv-parse/browser/esm/sync";

import { COLUMNS, FORMAT, VERSION } from "./collection-file.ts";
import { restored } from "./write-csv.ts";

export interface Limits {
  bytes: number;
  rows: number;
}

/** What a member imports at once. */
export const MEMBER_LIMITS: Limits = { bytes: 5_000_000, rows: 5000 };
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
  | "zip";

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

export interface Table {
  header: string[];
  rows: Row[];
}

/**
 * The rows of a file: CSV with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252, or JSON.
 * @throws FileError if it is neither, or larger than the limits
 */
export function readTable(bytes: Uint8Array, limits = MEMBER_LIMITS): Table {
  if (bytes.length > limits.bytes) throw new FileError("tooLarge");
  const text = decoded(bytes);
  if (text.trim() === "") throw new FileError("noRows");
  const table = /^\s*[[{]/.test(text) ? readJson(text, limits) : readCsv(text, limits);
  if (table.rows.length === 0) throw new FileError("noRows");
  if (table.rows.length > limits.rows) throw new FileError("tooManyRows");
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

function readCsv(whole: string, limits: Limits): Table {
  // Excel's hint about the separator.
  const [hint, named] = /^sep=([,;\t])\r?\n/.exec(whole) ?? [""];
  const text = whole.slice(hint.length);
  const delimiter = named ?? likelyDelimiter(text);
  measure(text, delimiter, limits);
  const [header, ...rows] = records(text, delimiter);
  if (!header) throw new FileError("noRows");
  return {
    header: header.record.map((name) => name.trim()),
    rows: rows.map(({ record, info }) => ({
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

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Our own format, or a list of objects whose keys are columns. */
function readJson(text: string, limits: Limits): Table {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new FileError("unreadable");
  }
  if (Array.isArray(content)) return readObjects(content, limits);
  if (!isPlain(content) || content["format"] !== FORMAT || !Array.isArray(content["copies"])) {
    throw new FileError("otherJson");
  }
  const version = content["version"];
  if (typeof version !== "number" || version > VERSION) throw new FileError("newer");
  const copies = content["copies"].filter(isPlain);
  return {
    header: [...COLUMNS],
    rows: copies.map((copy, n) => {
      const jersey = isPlain(copy["jersey"]) ? copy["jersey"] : {};
      const values: Plain = { ...jersey, ...copy, jersey_id: jersey["id"] };
      return {
        line: n + 1,
        cells: COLUMNS.map((column) => asText(values[column])),
        ...(Array.isArray(copy["photos"]) && {
          photos: copy["photos"].filter((name) => typeof name === "string"),
        }),
      };
    }),
  };
}

function readObjects(list: unknown[], limits: Limits): Table {
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

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
