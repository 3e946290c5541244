import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

import { type SystemUser, mayRead } from "./system-user.ts";
import type { Binaries } from "./binaries.ts";
import { cannotWrite } from "./folder.ts";
import { codeOf, DatabaseProblem } from "./problem.ts";

/** The file with the superuser's password, in the data folder. */
export const PASSWORD_FILE = "database-password";

/** A database cluster on disk, and its folder as PostgreSQL's system user can reach it. */
export interface Cluster {
  directory: string;
  user: SystemUser;
  binaries: Binaries;
  /** The data folder in PostgreSQL's arguments; its working directory is `directory`. */
  dataArgument: string;
  password: string;
}

/** Opens the cluster in `<dataDir>/pg`, and creates it if there is none. */
export async function openCluster(
  dataDir: string,
  user: SystemUser,
  binaries: Binaries,
  upgradeGuide: string,
): Promise<Cluster> {
  const directory = join(dataDir, "pg");
  const passwordFile = join(dataDir, PASSWORD_FILE);
  const version = await readFile(join(directory, "PG_VERSION"), "utf8").catch(() => undefined);
  const cluster = { directory, user, binaries, dataArgument: directory, password: "" };
  if (version === undefined) {
    await writePassword(passwordFile, user);
    await create(cluster, passwordFile);
  } else {
    assertVersion(cluster, version.trim(), upgradeGuide);
  }
  cluster.password = await readPassword(passwordFile);
  cluster.dataArgument = await argumentFor(directory, user);
  return cluster;
}

/**
 * Writes the superuser's password to a file that only this process and initdb's system user can
 * read.
 */
async function writePassword(file: string, { uid, gid }: SystemUser): Promise<void> {
  await rm(file, { force: true });
  const handle = await open(file, "wx", 0o600);
  await handle.writeFile(`${randomBytes(24).toString("base64url")}\n`);
  if (uid !== undefined) await handle.chown(uid, gid ?? uid);
  await handle.sync();
  await handle.close();
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    throw new DatabaseProblem(
      `the database's password can't be read from ${file} (${codeOf(error)}): put the file back from a backup, or start as the user it belongs to`,
    );
  }
}

/**
 * Returns the data folder as an argument for PostgreSQL. If its system user can't enter a parent
 * folder (a project in /root), it reaches the folder through its working directory. `.` doesn't
 * work, because PostgreSQL makes it absolute; the kernel's link to the working directory is
 * absolute already.
 */
async function argumentFor(directory: string, user: SystemUser): Promise<string> {
  if (await mayRead(user, directory)) return directory;
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new DatabaseProblem(
    `PostgreSQL's system account can't enter ${directory}: set DATA_DIR to a folder every user may enter`,
  );
}

function assertVersion({ directory, binaries }: Cluster, found: string, guide: string): void {
  if (found === binaries.major) return;
  throw new DatabaseProblem(
    `${directory} was made by PostgreSQL ${found}, this version brings PostgreSQL ${binaries.major}: see "Upgrade" in ${guide}`,
  );
}

/**
 * Creates the cluster beside its final place and renames it, so that a killed first start leaves no
 * partial cluster.
 */
async function create(cluster: Cluster, passwordFile: string): Promise<void> {
  const draft = `${cluster.directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await chmod(draft, 0o700);
  const { uid, gid } = cluster.user;
  if (uid !== undefined) await chown(draft, uid, gid ?? uid);
  await initdb(cluster, draft, passwordFile);
  await rename(draft, cluster.directory);
}

async function initdb(cluster: Cluster, draft: string, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${await argumentFor(draft, cluster.user)}`,
    "--username=postgres",
    "--auth=scram-sha-256",
    "--pwfile=/dev/stdin",
    "--encoding=UTF8",
    // Built into PostgreSQL: sorting and case folding are the same on every machine, with any C
    // library.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
    "--no-instructions",
  ];
  const secret = await open(passwordFile, "r");
  try {
    const child = spawn(cluster.binaries.initdb, args, {
      ...cluster.user,
      cwd: draft,
      env: { PATH: process.env.PATH, TZ: "UTC" },
      stdio: [secret.fd, "ignore", "pipe"],
    }) as ChildProcessByStdio<null, null, Readable>;
    const exit = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    const [code, complaint] = await Promise.all([exit, text(child.stderr)]);
    if (code !== 0) throw creationFailed(cluster.directory, complaint);
  } finally {
    await secret.close();
    if (!(await stat(join(draft, "PG_VERSION")).catch(() => undefined))) {
      await rm(draft, { recursive: true, force: true });
    }
  }
}

function creationFailed(directory: string, complaint: string): DatabaseProblem {
  const lines = complaint.trim().split("\n");
  const line = lines.find((text) => /error|fatal|could not/i.test(text)) ?? lines.at(-1) ?? "";
  if (/No space left/i.test(complaint)) return cannotWrite(directory, { code: "ENOSPC" });
  return new DatabaseProblem(`the database could not be created in ${directory}: ${line.trim()}`);
}
