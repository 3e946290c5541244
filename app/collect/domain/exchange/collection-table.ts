import { isPlain } from "../../../shared/domain/import/plain.ts";
import type { TableForm } from "../../../shared/domain/import/read-csv.ts";
import {
  type Limits,
  type OwnFormat,
  readTable,
  type Table,
} from "../../../shared/domain/import/read-table.ts";
import { COLUMNS, FORMAT, VERSION } from "./collection-file.ts";
import { isHeading, guessHeadings } from "./columns.ts";
import { type Mark, readMarks } from "./marks.ts";

/** What a member imports at once. */
export const MEMBER_LIMITS: Limits = { bytes: 5_000_000, rows: 5000 };
/** An export of ours: more than a member has, so that it is read again in one file. */
export const OWN_LIMITS: Limits = { bytes: 50_000_000, rows: 50_000 };
/** How much of a file tells whether it is an export of ours. */
export const HEAD_BYTES = 1000;

/** True for the beginning of a JSON or CSV that was exported here, also by an earlier version with fewer columns. */
export function isOwnExport(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head).trimStart();
  const [first = ""] = text.split("\r\n");
  const names = first.split(",");
  return (
    (names.length > 3 &&
      COLUMNS.slice(0, 3).every((column, n) => names[n] === column) &&
      names.every((name) => (COLUMNS as readonly string[]).includes(name))) ||
    new RegExp(String.raw`^\{\s*"format"\s*:\s*"${FORMAT}"`).test(text)
  );
}

/** An exported collection. */
const COLLECTION: OwnFormat<Mark> = {
  format: FORMAT,
  version: VERSION,
  list: "copies",
  columns: COLUMNS,
  valuesOf(copy) {
    const jersey = isPlain(copy["jersey"]) ? copy["jersey"] : {};
    return { ...jersey, ...copy, jersey_id: jersey["id"] };
  },
  isHeading,
  headingsOf: guessHeadings,
  marksOf: (content) => readMarks(content["wishes"], content["votes"]),
};

/** A file of shirts, and in our own format of wishes and votes. */
export type CollectionTable = Table<Mark>;

/**
 * The rows of a list of shirts or of an exported collection.
 * @param chosen how to read it, where the guess was wrong
 * @throws FileError if it is neither, or larger than the limits
 */
export function readCollection(
  bytes: Uint8Array,
  limits = MEMBER_LIMITS,
  chosen?: Partial<TableForm>,
): CollectionTable {
  return readTable(bytes, limits, COLLECTION, chosen);
}
