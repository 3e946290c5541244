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
