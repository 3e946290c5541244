import { tidy } from "../rules/text.ts";
import { restored } from "../write-csv.ts";
import { type CsvRecord, csvRecords } from "./csv-records.ts";
import type { Encoding } from "./encoding.ts";
import { FileError } from "./file-error.ts";
import type { Limits, OwnFormat, Row, Table } from "./read-table.ts";
import { likelySeparator, type Separator } from "./separators.ts";

/** How a list is read: found in the file, or chosen on the screen. */
export interface TableForm {
  encoding: Encoding;
  separator: Separator;
  /** The line of the headings; 0 if there are none. */
  headings: number;
}

/** Lines of a file among which that of the headings is looked for, and can be chosen. */
const FIRST_LINES = 20;

export function readCsv<Mark>(
  whole: string,
  limits: Limits,
  own: OwnFormat<Mark>,
  chosen: Partial<TableForm> & Pick<TableForm, "encoding">,
): Table<never> {
  // Excel's hint about the separator.
  const [hint, named] = /^"?sep=([,;\t|])"?[,;\t|]*\r?\n/i.exec(whole) ?? [""];
  const text = whole.slice(hint.length);
  const separator = chosen.separator ?? (named as Separator | undefined) ?? likelySeparator(text);
  const records = csvRecords(text, separator, limits);
  if (hint) for (const record of records) record.line += 1;
  const { headings, place } = headingsOf(records, own, chosen.headings);
  const width = headings.length;
  const rows = records.slice(place + 1).map((record) => rowOf(record, width));
  const isGuessed = !chosen.separator && !named;
  // A list of one column, whose texts have commas: a table has as many in each line, and seldom a space after them.
  const isWords =
    width === 1
      ? rows.some(({ extra }) => extra)
      : separator === "," &&
        !/,(?!\s)/.test(text) &&
        isRagged(records) &&
        !headings.some((name) => own.isHeading(name));
  if (isGuessed && isWords && !text.includes("\t")) {
    return readCsv(whole, limits, own, { ...chosen, separator: "\t" });
  }
  return {
    header: headings,
    ...(place === -1 && { isHeadless: true }),
    rows,
    form: { encoding: chosen.encoding, separator, headings: records[place]?.line ?? 0 },
    firstLines: records
      .slice(0, FIRST_LINES)
      .map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(" · ") })),
  };
}

/** The headings, and the place of their line; -1 for headings that are made from the cells. */
function headingsOf(
  records: readonly CsvRecord[],
  own: Pick<OwnFormat, "isHeading" | "headingsOf">,
  chosen: number | undefined,
): { headings: string[]; place: number } {
  const [first] = records;
  if (!first) throw new FileError("noRows");
  const all = records.map(({ cells }) => cells);
  const guessed = chosen === undefined || chosen === 0 ? own.headingsOf?.(all) : undefined;
  if (chosen === 0 || guessed) {
    const width = Math.max(...all.slice(0, FIRST_LINES).map((cells) => cells.length));
    return { headings: guessed ?? Array.from({ length: width }, () => ""), place: -1 };
  }
  const named = records.findIndex(({ line }) => line === chosen);
  const place = named >= 0 ? named : likelyHeadings(all, own.isHeading);
  return { headings: all[place]!.map((name) => name.trim()), place };
}

/** The place of the headings: below a title of the list, the first line that has two that are known. */
function likelyHeadings(
  records: readonly (readonly string[])[],
  isHeading: (cell: string) => boolean,
): number {
  const [first = []] = records;
  const isTitle = first.filter((cell) => cell.trim() !== "").length <= 2;
  const isKnown = (cells: readonly string[]) => cells.filter(isHeading).length > 1;
  if (!isTitle || isKnown(first)) return 0;
  return Math.max(records.slice(0, FIRST_LINES).findIndex(isKnown), 0);
}

/** True if the first lines have other numbers of cells: a table has one. */
const isRagged = (records: readonly CsvRecord[]): boolean =>
  new Set(records.slice(0, FIRST_LINES).map(({ cells }) => cells.length)).size > 1;

function rowOf({ line, cells: written }: CsvRecord, width: number): Row {
  // `="07"` is how spreadsheets are kept from taking a text for a number.
  const cells = written.map((cell) => /^="([^"]*)"$/.exec(cell.trim())?.[1] ?? restored(cell));
  const extra = cells.slice(width).map(tidy).filter(Boolean);
  return { line, cells, ...(extra.length > 0 && { extra }) };
}
