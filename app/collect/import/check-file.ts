import type { Client } from "../../shared/data/client.ts";
import { readPhotoStems } from "../data/exchange/import-photos.ts";
import { matchLines, matchMarks } from "../data/exchange/imports.ts";
import { type CheckedLine, checkedLines } from "../domain/exchange/dry-run.ts";
import type { Mapping } from "../domain/exchange/guess-columns.ts";
import {
  correctedLines,
  type ImportDraft,
  marksWithChoices,
  withChoices,
} from "../domain/exchange/import-draft.ts";
import { type CheckedMark, checkedMark } from "../domain/exchange/marks.ts";
import { importedCopies } from "../domain/exchange/photos.ts";
import { isReadable } from "../domain/exchange/question.ts";
import { readLines, type ReadOptions } from "../domain/exchange/read-line.ts";
import type { OpenedFile } from "./open-file.ts";

/** The dry run of a file: its shirts, and in our own files wishes and votes. */
export interface CheckedFile {
  mapping: Mapping;
  options: ReadOptions;
  lines: CheckedLine[];
  marks: CheckedMark[];
  /** Paths of photos that earlier imports of the file have brought, without endings. */
  stems: ReadonlySet<string>;
}

/**
 * What would happen to each line of a file.
 * @param draft what was chosen for the same file before
 */
export async function checkFile(
  client: Client,
  { table: { rows, marks = [] }, zip }: OpenedFile,
  { mapping, options }: Pick<CheckedFile, "mapping" | "options">,
  draft: ImportDraft | undefined,
  onProgress: (done: number) => void,
): Promise<CheckedFile> {
  const fresh = readLines(rows, mapping, options);
  // With other columns, the lines say something else.
  const sameDraft = isEqual(draft?.mapping, mapping) ? draft : undefined;
  const read = sameDraft ? correctedLines(fresh, sameDraft, options) : fresh;
  const lines = read.filter(isReadable);
  const matches = await matchLines(client, lines, onProgress);
  const matchOf = new Map(lines.map(({ line }, n) => [line, matches[n]]));
  const result = checkedLines(read, (line) => matchOf.get(line));
  const candidates = await matchMarks(client, marks, (more) => onProgress(rows.length + more));
  const ids = zip ? importedCopies(result) : [];
  const checkedMarks = marks.map((mark, n) => checkedMark(mark, candidates[n] ?? []));
  return {
    mapping,
    options,
    lines: sameDraft ? withChoices(result, sameDraft) : result,
    stems: await readPhotoStems(client, ids),
    marks: sameDraft ? marksWithChoices(checkedMarks, sameDraft) : checkedMarks,
  };
}

const isEqual = (one: Mapping | undefined, other: Mapping) =>
  JSON.stringify(one) === JSON.stringify(other);
