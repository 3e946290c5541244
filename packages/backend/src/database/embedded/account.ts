import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";

import { DatabaseProblem } from "./problem.ts";

const run = promisify(execFile);

/** The system account PostgreSQL runs under; empty for the account of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** Accounts that exist on ordinary systems and own nothing else of ours, in order of preference. */
const CANDIDATES = ["postgres", "nobody"];

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of the files it already has, or as
 * one of {@link CANDIDATES}.
 */
export async function databaseAccount(files: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(files).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    try {
      const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      continue; // no such account
    }
  }
  throw new DatabaseProblem(
    "PostgreSQL doesn't run as root, and there is no account named postgres or nobody to run it as: create one, or start as an ordinary user",
  );
}

/** Whether `account` may read every one of `paths`, whatever decides that on this system. */
export async function mayRead(account: Account, ...paths: string[]): Promise<boolean> {
  if (account.uid === undefined) return true;
  const check = 'for path; do test -r "$path" || exit 1; done';
  try {
    await run("/bin/sh", ["-c", check, "sh", ...paths], { ...account, cwd: "/" });
    return true;
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === "number") return false;
    throw new DatabaseProblem(
      `PostgreSQL doesn't run as root, and this process may not start it as user ${account.uid} (${(error as Error).message}): start as an ordinary user, or set DATABASE_URL`,
    );
  }
}
