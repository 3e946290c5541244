import type { Writable } from "node:stream";

/** An error that the operator can fix: printed as plain lines, without a stack. */
export class StartError extends Error {}

/**
 * Errors with a message for the operator; any other error is a defect and is printed with its
 * stack.
 */
const EXPECTED = new Set([
  "StartError",
  "BadSettings",
  "DatabaseProblem",
  "DirectoryInUse",
  "MigrationFailed",
]);

/** Prints why the program can't continue. */
export function printStartError(error: unknown, out: Writable = process.stderr): void {
  const known = error instanceof Error && EXPECTED.has(error.constructor.name);
  out.write(`${known ? error.message : ((error as Error)?.stack ?? String(error))}\n`);
}
