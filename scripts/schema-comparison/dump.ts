import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { withoutComments } from "./difference.ts";

const run = promisify(execFile);

/** True if the installed pg_dump can read a server of this version. */
export async function canDump(version: number): Promise<boolean> {
  const { stdout } = await run("pg_dump", ["--version"]).catch(() => ({ stdout: "" }));
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0) >= version;
}

/**
 * Normalises one entry of a dump: the order of a table's columns and of grants depends on when they
 * were added.
 */
function normalise(entry: string): string {
  const text = withoutComments(entry.replaceAll(/^(SET default_|\\).*$/gm, ""));
  if (!/^(CREATE TABLE|GRANT|REVOKE)/.test(text)) return text;
  return text
    .split("\n")
    .map((line) => line.replace(/,$/, ""))
    .sort()
    .join("\n");
}

/** The entries of `pg_dump --schema-only`, without comments inside of bodies. */
export async function readDump(url: string): Promise<string[]> {
  const { stdout } = await run("pg_dump", ["--schema-only", url], { maxBuffer: 64 * 1024 * 1024 });
  return stdout
    .split(/^--\n-- (?:Name: .*|PostgreSQL database dump.*)\n--\n/m)
    .map(normalise)
    .filter(Boolean);
}
