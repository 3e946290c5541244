import { execFile } from "node:child_process";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import type { Logger } from "../../logger.ts";
import { DatabaseProblem } from "./problem.ts";

const run = promisify(execFile);

/**
 * Stops a PostgreSQL that outlived the process which started it. The calling process holds the lock
 * of the data folder, so a PostgreSQL that still runs on it is a leftover.
 */
export async function stopLeftoverServer(directory: string, log: Logger): Promise<void> {
  const pidFile = join(directory, "postmaster.pid");
  const lines = (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (await runsOn(pid, directory)) {
    log.warn({ pid }, "stopping the database that a killed server left behind");
    await end(pid, directory);
    return;
  }
  // Another program may have the same process number now, and PostgreSQL would take it for a
  // running server. The file gets our own number, which PostgreSQL ignores; it still looks for
  // running backends.
  if (isAlive(pid)) {
    await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join("\n"));
    await rm(join(directory, ".s.PGSQL.5432.lock"), { force: true });
  }
}

/**
 * Stops it by a fast shutdown. If that hangs, by an immediate one, after which PostgreSQL replays
 * its log.
 */
async function end(pid: number, directory: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (!(await runsOn(pid, directory))) return;
      await sleep(20);
    }
  }
  throw new DatabaseProblem(`a database server (process ${pid}) on ${directory} can't be stopped`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns true if `pid` is a PostgreSQL on `directory`, which is then its working directory. */
async function runsOn(pid: number, directory: string): Promise<boolean> {
  if (process.platform !== "linux") {
    const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
      stdout: "",
    }));
    return stdout.includes(directory);
  }
  const [cwd, own] = await Promise.all(
    [`/proc/${pid}/cwd`, directory].map((path) => stat(path).catch(() => undefined)),
  );
  return cwd !== undefined && cwd.dev === own?.dev && cwd.ino === own.ino;
}
