import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

import { asSuperuser, URL_FILE } from "./embedded/start.ts";
import { databaseUser } from "./embedded/system-user.ts";
import { prepareFolder } from "./embedded/folder.ts";
import { PASSWORD_FILE } from "./embedded/cluster.ts";
import { HOLDER_FILE, LOCK_FILE, lockDirectory } from "./embedded/lock.ts";
import { codeOf, DatabaseProblem } from "./embedded/problem.ts";

const run = promisify(execFile);

/** Files of a running server that are not data. */
const NOT_DATA = new Set([LOCK_FILE, HOLDER_FILE, URL_FILE, "pg", "pg.new"]);

/** Folders that PostgreSQL fills at start, so they are copied empty. */
const EMPTIED = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const SKIPPED = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|\.s\.PGSQL.*)$/;
const CONTROL_FILE = "global/pg_control";
const LOG_SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Copies a data folder while its database runs. First comes PostgreSQL's own base backup: its
 * files, and the log written meanwhile, which makes them consistent at the next start. Then come
 * the uploads that the copied rows name.
 * @param url the running database of `dataDir`
 * @param target a folder that doesn't exist yet
 */
export async function backUp(url: string, dataDir: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 }).catch((error: unknown) => {
    throw new DatabaseProblem(`${target} can't be created (${codeOf(error)}): name a new folder`);
  });
  try {
    const password = await readFile(join(dataDir, PASSWORD_FILE), "utf8");
    await backUpCluster(asSuperuser(url, password), join(dataDir, "pg"), join(target, "pg"));
    await copyRest(dataDir, target);
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

async function backUpCluster(url: string, cluster: string, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // A temporary slot retains the log until this session ends, even by a crash.
    const slot = `backup_${process.pid}`;
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    const start = await client.query<{ segment: string }>(
      "select pg_walfile_name(pg_backup_start('backup', fast => true)) as segment",
    );
    await copyTree(cluster, target, (path) => {
      const name = basename(path);
      return SKIPPED.test(name) || path === CONTROL_FILE || EMPTIED.has(path.split("/")[0] ?? "");
    });
    for (const folder of EMPTIED) await mkdir(join(target, folder), { mode: 0o700 });
    // The control file is copied last, as by PostgreSQL's own tool.
    await copyFile(join(cluster, CONTROL_FILE), join(target, CONTROL_FILE));
    const stop = await client.query<{ segment: string; label: string }>(
      `select pg_walfile_name(lsn) as segment, labelfile as label
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const first = start.rows[0]?.segment ?? "";
    const { segment: last = "", label = "" } = stop.rows[0] ?? {};
    await writeFile(join(target, "backup_label"), label, { mode: 0o600 });
    for (const segment of await readdir(join(cluster, "pg_wal"))) {
      if (!LOG_SEGMENT.test(segment) || segment < first || segment > last) continue;
      await copyFile(join(cluster, "pg_wal", segment), join(target, "pg_wal", segment));
    }
  } finally {
    await client.end();
  }
}

async function copyRest(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (NOT_DATA.has(entry.name)) continue;
    if (entry.isDirectory()) await copyTree(join(from, entry.name), join(to, entry.name));
    else await copyFile(join(from, entry.name), join(to, entry.name));
  }
}

/** Copies files in their current state. A file that is deleted meanwhile isn't needed. */
async function copyTree(
  from: string,
  to: string,
  skip: (path: string) => boolean = () => false,
  path = "",
): Promise<void> {
  await mkdir(join(to, path), { mode: 0o700 });
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const inside = path ? `${path}/${entry.name}` : entry.name;
    if (skip(inside)) continue;
    try {
      if (entry.isDirectory()) await copyTree(from, to, skip, inside);
      else if (entry.isFile()) await copyFile(join(from, inside), join(to, inside));
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
}

/** Restores a backup into a data folder that has no database and is not in use. */
export async function restore(backup: string, dataDir: string): Promise<void> {
  if (!(await stat(join(backup, "pg/backup_label")).catch(() => undefined))) {
    throw new DatabaseProblem(`${backup} is not a backup`);
  }
  await prepareFolder(dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    if (await stat(join(dataDir, "pg")).catch(() => undefined)) {
      throw new DatabaseProblem(
        `${dataDir} already has a database: move that folder away, or set DATA_DIR to another one`,
      );
    }
    const { uid, gid } = await databaseUser(join(dataDir, "pg"));
    const cluster = join(dataDir, "pg.new");
    await rm(cluster, { recursive: true, force: true });
    await copyTree(join(backup, "pg"), cluster);
    await copyRest(backup, dataDir);
    if (uid !== undefined) {
      const files = [cluster, join(dataDir, PASSWORD_FILE)];
      await run("chown", ["-R", `${uid}:${gid ?? uid}`, ...files]);
    }
    await rename(cluster, join(dataDir, "pg"));
  } finally {
    lock.release();
  }
}
