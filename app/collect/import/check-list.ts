import type { Client } from "../../shared/data/client.ts";
import { readPhotoStems } from "../data/exchange/import-photos.ts";
import { matchLines, matchMarks } from "../data/exchange/imports.ts";
import { readOwnWishes } from "../data/shelves/wishes.ts";
import { type CheckedLine, checkedLines, type Match } from "../domain/exchange/dry-run.ts";
import type { Mapping } from "../domain/exchange/columns.ts";
import {
  correctedLines,
  type ImportDraft,
  marksWithChoices,
  withChoices,
} from "../domain/exchange/import-draft.ts";
import { type CheckedMark, checkedMark, wishOfLine } from "../domain/exchange/marks.ts";
import { importedCopies } from "../domain/exchange/photos.ts";
import {
  isReadable,
  readLine,
  type ReadLine,
  readLines,
  type ReadOptions,
  type Values,
} from "../domain/exchange/read-line.ts";
import { withYear } from "../domain/intake/typed-shirt.ts";
import type { OpenedFile } from "./open-file.ts";

/** What the columns of a list say, and what it leaves open. */
export interface ListColumns {
  mapping: Mapping;
  options: ReadOptions;
}

/** The dry run of a list: its shirts, and in our own files wishes and votes. */
export interface CheckedList extends ListColumns {
  lines: CheckedLine[];
  marks: CheckedMark[];
  /** Paths of photos that earlier imports of the file have brought, without endings. */
  stems: ReadonlySet<string>;
}

/**
 * Reads the lines of a list, has them matched, and decides what would happen to each.
 * @param draft what was chosen for the same file before
 */
export async function checkList(
  client: Client,
  { table: { rows, marks = [] }, zip }: OpenedFile,
  { mapping, options }: ListColumns,
  draft: ImportDraft | undefined,
  onProgress: (done: number) => void,
): Promise<CheckedList> {
  // With other columns, the lines say something else.
  const known = isEqual(draft?.mapping, mapping) ? draft : undefined;
  const all = readLines(rows, mapping, options);
  const wanted = all.filter(isReadable).filter(({ line }) => line.isWanted);
  const fresh = all.filter(({ line }) => !line?.isWanted);
  const asWritten = known ? correctedLines(fresh, known, options) : fresh;
  const matches = await matchLines(client, asWritten, onProgress);
  const { read, matched } = await withYears(client, asWritten, matches, options);
  const lines = checkedLines(read, matched);
  const wishes = [...marks, ...wanted.map((line) => wishOfLine(line, options.labels))];
  const matchesOfMarks = await matchMarks(client, wishes, (more) =>
    onProgress(fresh.length + more),
  );
  const wished = wishes.some(({ shirt }) => shirt) ? await readOwnWishes(client) : [];
  const checkedMarks = wishes.map((mark, n) =>
    checkedMark(mark, matchesOfMarks[n] ?? { candidates: [] }, wished),
  );
  return {
    mapping,
    options,
    lines: known ? withChoices(lines, known) : lines,
    marks: known ? marksWithChoices(checkedMarks, known) : checkedMarks,
    stems: await readPhotoStems(client, zip ? importedCopies(lines) : []),
  };
}

/**
 * "OM 93": digits of a line in words may be a year, as in the field for one shirt. They are where the club is known without them
 * only: "Schalke 04" is one.
 */
async function withYears(
  client: Client,
  read: readonly ReadLine[],
  matches: readonly (Match | undefined)[],
  options: ReadOptions,
) {
  const thisYear = new Date().getFullYear();
  const longer = new Map(
    read.flatMap((line, n) => {
      const { values } = line;
      if (!isReadable(line) || values.team !== undefined || isNamed(matches[n])) return [];
      const title = withYear(values.title ?? "", thisYear);
      return title ? [[n, readLine(line, { ...values, title }, options)]] : [];
    }),
  );
  const found = longer.size > 0 ? await matchLines(client, [...longer.values()]) : [];
  const named = new Map([...longer.keys()].map((n, place) => [n, found[place]]));
  const isBetter = (n: number) => isNamed(named.get(n));
  return {
    read: read.map((line, n) => (isBetter(n) ? longer.get(n)! : line)),
    matched: matches.map((match, n) => (isBetter(n) ? named.get(n) : match)),
  };
}

/** True if the line's club is known, or a jersey that is what it says. */
const isNamed = (match: Match | undefined): boolean =>
  match !== undefined &&
  (match.known !== null ||
    Object.keys(match.teams ?? {}).length > 0 ||
    match.candidates.some(({ fits }) => fits));

const isEqual = (one: Mapping | undefined, other: Mapping) =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Checks lines again after they were corrected.
 * @param corrected all values of each corrected line, by its place
 * @returns the checked ones by their places
 */
export async function checkAgain(
  client: Client,
  lines: readonly CheckedLine[],
  corrected: ReadonlyMap<number, Values>,
  options: ReadOptions,
): Promise<ReadonlyMap<number, CheckedLine>> {
  const read = [...corrected].map(([n, values]) => readLine(lines[n]!.read, values, options));
  const others = lines.filter((_, n) => !corrected.has(n));
  const completed = new Set(others.flatMap(({ change }) => change?.copy.id ?? []));
  const again = checkedLines(read, await matchLines(client, read), completed);
  return new Map([...corrected.keys()].map((n, place) => [n, again[place]!]));
}
