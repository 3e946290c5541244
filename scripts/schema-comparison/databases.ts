import { migrate, silentLogger, startEmbeddedDatabase } from "@maillotheque/backend";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

import { joinSchema } from "../schema/files.ts";

const run = promisify(execFile);

export interface Databases {
  urls: string[];
  /** Major version of the PostgreSQL server. */
  version: number;
  drop(): Promise<void>;
}

/**
 * The folder of a set of migrations: the given folder, or a copy of a git revision's files.
 * `supabase/schemas` becomes a single migration.
 */
async function folderOf(set: string, into: string): Promise<string> {
  if (basename(set) === "schemas") {
    await mkdir(into);
    await writeFile(join(into, "1_schema.sql"), joinSchema(dirname(set)));
    return into;
  }
  if ((await stat(set).catch(() => undefined))?.isDirectory()) return set;
  const path = "supabase/migrations/";
  const { stdout } = await run("git", ["ls-tree", "--full-tree", "--name-only", set, path]);
  await mkdir(into);
  for (const file of stdout.split("\n").filter((name) => name.endsWith(".sql"))) {
    const { stdout: sql } = await run("git", ["show", `${set}:${file}`]);
    await writeFile(join(into, basename(file)), sql);
  }
  return into;
}

/**
 * Creates a database for each set, on the given server or on an embedded one that stops with
 * `drop`.
 */
export async function makeDatabases(options: {
  sets: string[];
  folder: string;
  server: string | undefined;
}): Promise<Databases> {
  const { sets, folder } = options;
  // PostgreSQL may run as another system user, who needs access to its files.
  await chmod(folder, 0o755);
  const embedded = options.server
    ? undefined
    : await startEmbeddedDatabase({ directory: join(folder, "data"), log: silentLogger });
  const server = options.server ?? embedded!.superuserUrl;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const names = sets.map(() => `schema_${randomUUID().replaceAll("-", "")}`);

  async function drop(): Promise<void> {
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await embedded?.stop();
  }

  try {
    const { rows } = await admin.query<{ version: number }>(
      "select current_setting('server_version_num')::integer / 10000 as version",
    );
    const urls: string[] = [];
    for (const [index, set] of sets.entries()) {
      const url = Object.assign(new URL(server), { pathname: `/${names[index]}` }).href;
      await admin.query(`create database ${names[index]}`);
      await migrate(url, await folderOf(set, join(folder, `set-${index}`)), silentLogger);
      urls.push(url);
    }
    return { urls, version: rows[0]!.version, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
