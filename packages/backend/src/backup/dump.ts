import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

import { codeOf, DatabaseProblem } from "../database/embedded/problem.ts";

/**
 * Writes the content of a database to a file, by PostgreSQL's own `pg_dump`.
 * @param snapshot the exported state of a transaction that is still open
 * @throws {DatabaseProblem} with what `pg_dump` said, or if there is none
 */
export async function dump(url: string, file: string, snapshot: string): Promise<void> {
  const options = ["--format=custom", "--no-unlogged-table-data", `--snapshot=${snapshot}`];
  await runTool("pg_dump", url, [...options, `--file=${file}`]);
}

/**
 * Loads a dump into an empty database, whole or not at all. It belongs to the role of `url`
 * afterwards.
 * @throws {DatabaseProblem} with what `pg_restore` said, or if there is none
 */
export async function loadDump(url: string, file: string): Promise<void> {
  await runTool("pg_restore", url, ["--no-owner", "--single-transaction", file]);
}

async function runTool(tool: string, url: string, args: string[]): Promise<void> {
  // Not on the command line, which every account of the machine can read.
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  const child = spawn(tool, [`--dbname=${address.href}`, "--no-password", ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [code, said] = await Promise.all([ended, text(child.stderr)]).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    throw new DatabaseProblem(
      `${tool} isn't installed here: it is part of PostgreSQL's client programs (postgresql-client)`,
    );
  });
  if (code === 0) return;
  const reason = said.trim().replaceAll(/\s*\n\s*/g, "; ");
  throw new DatabaseProblem(
    /server version mismatch/.test(said)
      ? `${tool} is older than the server: put the folder of the server's version in front of PATH (${reason})`
      : reason || `${tool} ended with ${code}`,
  );
}
