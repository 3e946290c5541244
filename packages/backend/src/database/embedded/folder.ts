import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { codeOf, DatabaseProblem } from "./problem.ts";

/**
 * Creates `directory` if it is missing, and checks that it is writable.
 * @throws {DatabaseProblem} with the reason
 */
export async function prepareFolder(directory: string): Promise<void> {
  try {
    await make(directory);
    await access(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw cannotWrite(directory, error);
  }
}

/**
 * Creates parents first. Doesn't use `recursive`: Node retries for ever where a system folder
 * refuses entries.
 */
async function make(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(directory) !== directory) await make(dirname(directory));
  await mkdir(directory).catch((error: unknown) => {
    if (found || codeOf(error) !== "EEXIST") throw error; // a concurrent process was faster
  });
}

/** Returns the problem to report when a file of the data folder can't be written. */
export function cannotWrite(directory: string, error: unknown): DatabaseProblem {
  const reason = codeOf(error) ?? (error as Error).message;
  const full = reason === "ENOSPC" || reason.includes("disk is full");
  const advice = full ? "free some space" : "set DATA_DIR to a folder this user may write to";
  return new DatabaseProblem(
    `the data folder ${directory} can't be written (${full ? "disk full" : reason}): ${advice}`,
    { cause: error },
  );
}
