import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";

import { takeTurn } from "../database/apply-migrations.ts";
import { codeOf, DatabaseProblem } from "../database/embedded/problem.ts";
import { assertOwnSession } from "../database/pooler.ts";
import { makeUsable } from "../database/usable.ts";
import type { Logger } from "../logger.ts";
import type { S3Options } from "../options.ts";
import { createStore } from "../storage/store/create-store.ts";
import { dump, loadDump } from "./dump.ts";
import { type Digests, loadFiles, pathOf, saveFiles } from "./files.ts";
import { differentTables, type TableSum, tableNames, tableSums } from "./table-sums.ts";

/** A site's data on other machines: where its database and its files are. */
export interface Site {
  /** A connection that keeps its session. */
  url: string;
  rolePrefix?: string;
  dataDir: string;
  s3?: S3Options;
}

/** What a backup holds, or what was restored of it. */
export interface Contents {
  tables: number;
  rows: number;
  files: number;
}

interface About {
  made: string;
  rolePrefix: string;
  tables: Record<string, TableSum>;
}

const DUMP = "database.dump";
const ABOUT = "backup.json";
/** In the form that `sha256sum --check` reads. */
const SUMS = "SHA256SUMS";
const FILES = "storage";

/**
 * Copies a site whose database runs elsewhere: one state of all tables, by `pg_dump`, then the files
 * that their rows name. Servers go on meanwhile.
 * @param target a folder that doesn't exist yet
 * @throws {DatabaseProblem} with one line for the operator; then `target` is removed
 */
export async function backUpByDump(site: Site, target: string): Promise<Contents> {
  await mkdir(target, { mode: 0o700 }).catch((error: unknown) => {
    throw new DatabaseProblem(`${target} can't be created (${codeOf(error)}): name a new folder`);
  });
  try {
    const { tables, versions } = await withSession(site.url, (client) =>
      inSnapshot(client, async (snapshot) => {
        await dump(site.url, join(target, DUMP), snapshot);
        return { tables: await tableSums(client), versions: await versionsIn(client) };
      }),
    );
    const store = await createStore(join(site.dataDir, FILES), site.s3);
    const digests = await saveFiles(store, [...versions.keys()], join(target, FILES));
    const about: About = {
      made: new Date().toISOString(),
      rolePrefix: site.rolePrefix ?? "",
      tables,
    };
    await writeFile(join(target, ABOUT), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 });
    await writeSums(target, digests);
    return contents(tables, digests.size);
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** Whether a folder is a backup of `backUpByDump`. */
export async function isDumpBackup(folder: string): Promise<boolean> {
  return (await stat(join(folder, ABOUT)).catch(() => undefined)) !== undefined;
}

/**
 * Restores a backup of `backUpByDump` into an empty database, puts its files into the site's store,
 * and compares every table and every file with what was saved. May be called again after a failure.
 * @throws {DatabaseProblem} with one line for the operator: the database isn't empty, the backup is
 *   damaged, or what was restored differs
 */
export async function restoreByDump(backup: string, site: Site, log: Logger): Promise<Contents> {
  const digests = await readSums(backup);
  const about = JSON.parse(await readFile(join(backup, ABOUT), "utf8")) as About;
  if (about.rolePrefix !== (site.rolePrefix ?? "")) {
    throw new DatabaseProblem(
      about.rolePrefix
        ? `the backup is of a site with DATABASE_ROLE_PREFIX=${about.rolePrefix}: set that one`
        : "the backup is of a site without DATABASE_ROLE_PREFIX: don't set it",
    );
  }
  const types = await withSession(site.url, async (client) => {
    await assertOwnSession(client, site.url);
    await takeTurn(client);
    await makeUsable(client, about.rolePrefix, log);
    if ((await tableNames(client)).length === 0) {
      await loadDump(site.url, join(backup, DUMP));
      await client.query("analyze");
    }
    return inSnapshot(client, async () => {
      const different = differentTables(about.tables, await tableSums(client));
      if (different.length > 0) throw new DatabaseProblem(notAsSaved(different));
      return versionsIn(client);
    });
  });
  const directory = join(site.dataDir, FILES);
  const store = await createStore(directory, site.s3);
  const saved = join(backup, FILES);
  const damaged = await loadFiles(store, digests, types, saved, join(directory, "incoming"));
  if (damaged.length > 0) {
    throw new DatabaseProblem(
      `${damaged.length} files of the backup are damaged, the first is ${pathOf(saved, damaged[0]!)}: take another backup`,
    );
  }
  return contents(about.tables, digests.size);
}

function notAsSaved(tables: string[]): string {
  return `${tables.slice(0, 3).join(", ")} of the database ${tables.length > 1 ? "aren't" : "isn't"} as saved: restore into an empty database`;
}

function contents(tables: Record<string, TableSum>, files: number): Contents {
  const rows = Object.values(tables).reduce((sum, table) => sum + Number(table.rows), 0);
  return { tables: Object.keys(tables).length, rows, files };
}

async function withSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` on one state of the database, which others can read by the name of its snapshot. */
async function inSnapshot<T>(
  client: pg.Client,
  work: (snapshot: string) => Promise<T>,
): Promise<T> {
  await client.query(
    `begin isolation level repeatable read;
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  );
  try {
    const { rows } = await client.query<{ snapshot: string }>(
      "select pg_export_snapshot() as snapshot",
    );
    return await work(rows[0]!.snapshot);
  } finally {
    await client.query("rollback");
  }
}

/** The MIME types of the stored files, by version. */
async function versionsIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ version: string; type: string | null }>(
    "select version, metadata->>'mimetype' as type from storage.objects where version is not null",
  );
  return new Map(rows.map(({ version, type }) => [version, type ?? "application/octet-stream"]));
}

async function writeSums(target: string, digests: Digests): Promise<void> {
  const lines = [...digests].map(
    ([version, digest]) => `${digest}  ${pathOf(FILES, version).replaceAll("\\", "/")}`,
  );
  for (const file of [DUMP, ABOUT]) lines.push(`${await digestOf(join(target, file))}  ${file}`);
  await writeFile(join(target, SUMS), `${lines.join("\n")}\n`, { mode: 0o600 });
}

/** The digests of the stored files. */
async function readSums(backup: string): Promise<Digests> {
  const text = await readFile(join(backup, SUMS), "utf8").catch((error: unknown) => {
    throw new DatabaseProblem(
      `${join(backup, SUMS)} can't be read (${codeOf(error)}): take another backup`,
    );
  });
  const lines = text.trim().split("\n");
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  for (const file of [DUMP, ABOUT]) {
    if (sums.get(file) !== (await digestOf(join(backup, file)))) {
      throw new DatabaseProblem(`${join(backup, file)} is damaged: take another backup`);
    }
    sums.delete(file);
  }
  return new Map([...sums].map(([path, digest]) => [path.split("/").at(-1)!, digest]));
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
