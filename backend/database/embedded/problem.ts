/** Something the operator can put right; its message is one line and is shown without a stack. */
export class DatabaseProblem extends Error {}

/** The `code` of a failed system call, such as `EACCES`. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
