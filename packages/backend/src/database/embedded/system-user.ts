import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";

import { DatabaseProblem } from "./problem.ts";

const run = promisify(execFile);

/** The system user that runs PostgreSQL; empty for the user of this process. */
export interface SystemUser {
  uid?: number;
  gid?: number;
}

/** Users of ordinary systems that own no other file of ours, in order of preference. */
const CANDIDATES = ["postgres", "nobody"];

/**
 * Returns the system user for PostgreSQL, which refuses to run as root. Then it is the owner of
 * existing database files, or one of {@link CANDIDATES}.
 */
export async function databaseUser(files: string): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(files).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    try {
      const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      continue; // no such user
    }
  }
  throw new DatabaseProblem(
    "PostgreSQL doesn't run as root, and there is no account named postgres or nobody to run it as: create one, or start as an ordinary user",
  );
}

/** Returns true if `user` can read all `paths`, by any rule of this system. */
export async function mayRead(user: SystemUser, ...paths: string[]): Promise<boolean> {
  if (user.uid === undefined) return true;
  const check = 'for path; do test -r "$path" || exit 1; done';
  try {
    await run("/bin/sh", ["-c", check, "sh", ...paths], { ...user, cwd: "/" });
    return true;
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === "number") return false;
    throw new DatabaseProblem(
      `PostgreSQL doesn't run as root, and this process may not start it as user ${user.uid} (${(error as Error).message}): start as an ordinary user, or set DATABASE_URL`,
    );
  }
}
