import { type Candidate, type CheckedLine, type Choice, checked, isThere } from "./dry-run.ts";
import { fingerprint } from "../../../shared/domain/import/fingerprint.ts";
import type { Mapping } from "./columns.ts";
import type { CheckedMark, MarkCandidate } from "./marks.ts";
import { cellsOf, readLine, type ReadLine, type ReadOptions, type Values } from "./read-line.ts";
import type { CollectionTable } from "./collection-table.ts";

/** What was chosen in a dry run, by the places of lines in their file. */
export interface ImportDraft {
  fileName: string;
  /** The fingerprint of the file. */
  file: string;
  mapping: Mapping;
  options: ReadOptions;
  corrected: Record<number, Values>;
  choices: Record<number, Choice>;
  /** Jerseys that were found by hand. */
  found: Record<number, Candidate[]>;
  marks: Record<string, CheckedMark["choice"]>;
  foundMarks: Record<string, MarkCandidate[]>;
}

export function fileOf({ header, rows, marks = [] }: CollectionTable): string {
  const cells = rows.map((row) => row.cells);
  return fingerprint(JSON.stringify([header, cells, marks.map(({ key }) => key)]));
}

export type Chosen = Pick<ImportDraft, "corrected" | "choices" | "found" | "marks" | "foundMarks">;

/** What differs from a dry run in which nobody has chosen anything. */
export function chosenIn(
  lines: readonly CheckedLine[],
  marks: readonly CheckedMark[],
  mapping: Mapping,
): Chosen {
  const chosen: Chosen = { corrected: {}, choices: {}, found: {}, marks: {}, foundMarks: {} };
  for (const [n, { read, match, choice }] of lines.entries()) {
    if (differ(read.values, cellsOf(read.row, mapping))) chosen.corrected[n] = read.values;
    if (differ(choice, checked(read, match).choice)) chosen.choices[n] = choice;
    const found = match?.candidates.filter((candidate) => candidate.is_found) ?? [];
    if (found.length > 0) chosen.found[n] = found;
  }
  for (const { mark, candidates, choice, initial } of marks) {
    if (differ(choice, initial)) chosen.marks[mark.key] = choice;
    const found = candidates.filter((candidate) => candidate.is_found);
    if (found.length > 0) chosen.foundMarks[mark.key] = found;
  }
  return chosen;
}

/** The lines of a file as they were corrected. */
export function correctedLines(
  read: readonly ReadLine[],
  { corrected }: Chosen,
  options: ReadOptions,
): ReadLine[] {
  return read.map((line, n) => {
    const values = corrected[n];
    return values ? readLine(line, values, options) : line;
  });
}

/** A dry run with the choices of an earlier one of the same file, as far as they are still possible. */
export function withChoices(
  lines: readonly CheckedLine[],
  { choices, found }: Chosen,
): CheckedLine[] {
  return lines.map((line, n) => {
    if (line.verdict === "refused" || !line.match || isThere(line)) return line;
    const candidates = [...line.match.candidates, ...(found[n] ?? [])];
    const choice = choices[n];
    const isPossible =
      choice !== undefined &&
      (typeof choice === "object"
        ? candidates.some(({ id }) => id === choice.jersey)
        : (choice === "change") === (line.verdict === "changed") || choice === "leave");
    return {
      ...line,
      match: { ...line.match, candidates },
      choice: isPossible ? choice : line.choice,
    };
  });
}

/** As `withChoices`, for wishes and votes. */
export function marksWithChoices(marks: readonly CheckedMark[], chosen: Chosen): CheckedMark[] {
  return marks.map((one) => {
    const { key } = one.mark;
    const choice = chosen.marks[key];
    const candidates = [...one.candidates, ...(chosen.foundMarks[key] ?? [])];
    const isPossible =
      typeof choice === "object"
        ? candidates.some(({ id, mine }) => id === choice.jersey && !mine)
        : choice === "leave" || one.own !== undefined;
    return { ...one, candidates, choice: choice && isPossible ? choice : one.choice };
  });
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
