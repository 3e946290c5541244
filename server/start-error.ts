import type { Writable } from "node:stream";

/** Something the operator can put right: shown as plain lines, without a stack. */
export class StartError extends Error {}

/** Errors with a message for the operator; anything else is a defect and keeps its stack. */
const EXPECTED = new Set([
  "StartError",
  "BadSettings",
  "DatabaseProblem",
  "DirectoryInUse",
  "MigrationFailed",
]);

/** Writes why the program can't go on. */
export function printStartError(error: unknown, out: Writable = process.stderr): void {
  const known = error instanceof Error && EXPECTED.has(error.constructor.name);
  out.write(`${known ? error.message : ((error as Error)?.stack ?? String(error))}\n`);
}
