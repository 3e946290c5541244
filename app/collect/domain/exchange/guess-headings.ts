import { seasonOf } from "../../../shared/domain/import/seasons.ts";
import type { Column } from "./collection-file.ts";
import { isHeading } from "./guess-columns.ts";
import { isSize } from "./jersey-words.ts";
import { valueOf } from "./words.ts";

type Guess = readonly [column: Column, isOne: (cell: string) => boolean];

/** No heading is one of these, so that a column of them has none. */
const FACTS: readonly Guess[] = [
  ["season", (cell) => seasonOf(cell) !== undefined],
  ["kit_type", (cell) => cell.length > 1 && valueOf("kit_type", cell) !== undefined],
  ["size", isSize],
];
const WORDS: Guess = ["title", (cell) => /\p{L}/u.test(cell)];

/** Lines whose cells are looked at. */
const SAMPLE = 20;

/**
 * Headings for a list whose first line is none: no cell of it is a heading that we know, and it has one column, or
 * one whose cells are seasons, kit types or sizes from the first line on. The column of the jersey in words is the
 * title; others have an empty heading.
 */
export function guessHeadings(records: readonly (readonly string[])[]): string[] | undefined {
  const [first = []] = records;
  if (first.some(isHeading)) return undefined;
  const sample = records.slice(0, SAMPLE);
  const width = Math.max(...sample.map((record) => record.length));
  if (width === 1) return ["title"];
  const headings = Array.from({ length: width }, () => "");
  const name = ([column, isOne]: Guess) => {
    const place = headings.findIndex((heading, n) => {
      const cells = sample.map((record) => (record[n] ?? "").trim());
      return (
        heading === "" && isOne(cells[0]!) && cells.every((cell) => cell === "" || isOne(cell))
      );
    });
    if (place >= 0) headings[place] = column;
  };
  FACTS.forEach(name);
  if (headings.every((heading) => heading === "")) return undefined;
  name(WORDS);
  return headings;
}
