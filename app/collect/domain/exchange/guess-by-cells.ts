import type { MappingOf } from "../../../shared/domain/import/columns.ts";
import type { Row } from "../../../shared/domain/import/read-table.ts";
import { seasonOf } from "../../../shared/domain/import/seasons.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Column } from "./collection-file.ts";
import { isBackNumber } from "./headings.ts";
import { isSize } from "./jersey-words.ts";
import { isBlank, valueOf } from "./words.ts";

/** Lines whose cells are looked at. */
const SAMPLE = 200;

type Cells = readonly string[];

/** What a column's name says and its cells don't: it is another column, or none. */
const DOUBTS: Partial<
  Record<Column, (cells: Cells, heading: string) => Column | null | undefined>
> = {
  // A list of records is numbered by itself.
  id: (cells) => (cells.some(isUuid) ? undefined : null),
  printed_number: (cells, heading) => (isCount(cells) && !isBackNumber(heading) ? null : undefined),
  // "Bundesliga" is no sport.
  league: (cells) => (cells.some((cell) => valueOf("league", cell)) ? undefined : "competition"),
  // "Genre" is that of music, too.
  size_scale: (cells) => (cells.some((cell) => valueOf("size_scale", cell)) ? undefined : null),
  // A mark from 0 to 20.
  notes: (cells, heading) =>
    slug(heading) === "note" && cells.every((cell) => /^\d+([.,]\d+)?(\/\d+)?$/.test(cell))
      ? null
      : undefined,
  title: (cells) => (cells.every(isKit) ? "kit_type" : undefined),
};

/** Facts that columns with any name show by their cells. */
const FACTS: readonly (readonly [Column, (cells: Cells) => boolean])[] = [
  ["kit_type", (cells) => cells.every(isKit)],
  // A year may be that of anything.
  ["season", (cells) => cells.every((cell) => seasonOf(cell)?.includes("-"))],
  ["size", (cells) => cells.length > 1 && cells.every(isSize)],
];

/** The mapping by names, corrected by the cells of its columns. */
export function byCells(
  header: Cells,
  rows: readonly Row[],
  named: MappingOf<Column>,
): MappingOf<Column> {
  const columns = header.map((_, n) =>
    rows
      .slice(0, SAMPLE)
      .map((row) => (row.cells[n] ?? "").trim())
      .filter((cell) => !isBlank(cell)),
  );
  const mapping = [...named];
  for (const [n, cells] of columns.entries()) {
    const column = mapping[n];
    const other = column && cells.length > 0 ? DOUBTS[column]?.(cells, header[n]!) : undefined;
    if (other === undefined) continue;
    mapping[n] = other === null || mapping.includes(other) ? null : other;
  }
  for (const [fact, isFact] of FACTS) {
    if (mapping.includes(fact)) continue;
    const place = columns.findIndex(
      (cells, n) => mapping[n] === null && cells.length > 0 && isFact(cells),
    );
    if (place >= 0) mapping[place] = fact;
  }
  return mapping;
}

const isKit = (cell: string) => cell.length > 1 && valueOf("kit_type", cell) !== undefined;

/** True for 1, 2, 3 …: the numbers of the lines. A later part of a list goes on with its numbers. */
function isCount(cells: Cells): boolean {
  const first = Number(cells[0]);
  return (
    cells.every((cell, n) => /^\d+\.?$/.test(cell) && Number(cell) === first + n) &&
    (first === 1 || cells.length > 2)
  );
}
