/** A problem that the operator can solve. Its message is one line and is shown without a stack. */
export class DatabaseProblem extends Error {}

/** Another server runs on the data folder. */
export class DirectoryInUse extends DatabaseProblem {}

/** Returns the `code` of a failed system call, such as `EACCES`. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
