import { CsvError, parse } from "csv-parse/browser/esm/sync";

import { FileError } from "./file-error.ts";
import type { Limits } from "./read-table.ts";
import type { Separator } from "./separators.ts";

/** No list of shirts has more columns; a file of ten million commas does. */
export const MAX_COLUMNS = 200;

/** The cells of a line, as they are written. */
export interface CsvRecord {
  /** Its first line in the text: cells may have several. */
  line: number;
  cells: string[];
}

/**
 * The lines of a CSV that say something.
 * @throws FileError if it is broken, or larger than the limits
 */
export function csvRecords(text: string, separator: Separator, limits: Limits): CsvRecord[] {
  measure(text, separator, limits);
  // The parser counts CRLF in a cell as two lines.
  let twice = 0;
  return parsed(text, separator).map(({ record: cells, info }) => {
    const breaks = cells.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? []);
    twice += breaks.filter((one) => one === "\r\n").length;
    return { line: info.lines - twice - breaks.length, cells };
  });
}

function parsed(text: string, delimiter: Separator) {
  try {
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem = error.code === "CSV_QUOTE_NOT_CLOSED" ? "quotes" : "unreadable";
    throw new FileError(problem, Number(error["lines"] ?? 1));
  }
}

/** Refuses a file with too many columns, rows or an endless quote before memory is spent on it. */
function measure(text: string, separator: Separator, limits: Limits): void {
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
    } else if (char === separator) {
      if (++columns > MAX_COLUMNS) throw new FileError("tooManyColumns", line);
    } else if (char === "\n") {
      columns = 1;
      // The header, and lines that may be empty, are room for as many again.
      if (++rows > 2 * limits.rows + 1) throw new FileError("tooManyRows");
    }
    atStart = char === separator || char === "\n" || char === "\r";
  }
  if (quoted) throw new FileError("quotes", opened);
}
