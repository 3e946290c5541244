import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import pg from "pg";

import { type Logger, warningsOnly } from "../../logger.ts";
import { rolesScript } from "../roles.ts";
import { databaseUser } from "./system-user.ts";
import { findBinaries } from "./binaries.ts";
import { openCluster } from "./cluster.ts";
import { cannotWrite, prepareFolder } from "./folder.ts";
import { lockDirectory } from "./lock.ts";
import { chooseEndpoint } from "./postmaster.ts";
import { DatabaseProblem } from "./problem.ts";
import { Supervisor } from "./supervisor.ts";

/** The file with the connection string, for commands that run beside the server. */
export const URL_FILE = "database-url";

export interface EmbeddedDatabaseOptions {
  directory: string;
  /** Name of the database, of the role that owns it, of its cluster and of the cache of its programs. Default: `app`. */
  name?: string;
  /** Where operators read how to move to another major version; named in the error. */
  upgradeGuide?: string;
  log?: Logger;
}

export interface EmbeddedDatabase {
  /** The connection string of an ordinary role, which owns the database and nothing else. */
  url: string;
  /** The superuser's, for what concerns the whole server. */
  superuserUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL in `<directory>/pg`, and creates it at the first start. If it is killed, it
 * is restarted with the same URL.
 * @throws {DatabaseProblem} with one line for the operator
 */
export async function startEmbeddedDatabase({
  name = "app",
  upgradeGuide = "the documentation",
  log = warningsOnly,
  ...options
}: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const directory = resolve(options.directory);
  await prepareFolder(directory);
  const lock = await lockDirectory(directory);
  try {
    const { url, superuserUrl, supervisor } = await start({ directory, name, upgradeGuide, log });
    return {
      url,
      superuserUrl,
      async stop() {
        await supervisor.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw "syscall" in (error as object) ? cannotWrite(directory, error) : error;
  }
}

async function start({ directory, name, upgradeGuide, log }: Required<EmbeddedDatabaseOptions>) {
  const user = await databaseUser(join(directory, "pg"));
  const cluster = await openCluster(
    directory,
    user,
    await findBinaries(user, `/var/cache/${name}`),
    upgradeGuide,
  );
  const endpoint = await chooseEndpoint(cluster.directory);
  const superuserUrl = `postgres://${SUPERUSER}:${cluster.password}@${endpoint.authority}/${name}`;
  const password = ownerPassword(cluster.password);
  const url = `postgres://${name}:${password}@${endpoint.authority}/${name}`;
  const supervisor = new Supervisor(
    cluster,
    { ...endpoint, settings: { cluster_name: name, ...endpoint.settings } },
    log,
  );
  await supervisor.start();
  try {
    await ensureDatabase(superuserUrl, name);
    await ensureOwner(superuserUrl, name, password);
    await writeFile(join(directory, URL_FILE), `${url}\n`, { mode: 0o600 });
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return { url, superuserUrl, supervisor };
}

const SUPERUSER = "postgres";

/** Derived from the superuser's password, which can't be computed from it. */
function ownerPassword(superusersPassword: string): string {
  return createHash("sha256").update(`owner ${superusersPassword}`).digest("base64url");
}

/**
 * The superuser's connection string on the server of `url`.
 * @param password the content of the data folder's `database-password`
 */
export function asSuperuser(url: string, password: string): string {
  return Object.assign(new URL(url), { username: SUPERUSER, password: password.trim() }).href;
}

/**
 * Makes the role that owns the database. A database of an earlier version belongs to the superuser
 * and is handed over, in one transaction.
 */
async function ensureOwner(superuserUrl: string, name: string, password: string): Promise<void> {
  await query(
    superuserUrl,
    `do $owner$ begin
       if not exists (select from pg_roles where rolname = ${pg.escapeLiteral(name)}) then
         create role ${pg.escapeIdentifier(name)} login password ${pg.escapeLiteral(password)};
       end if;
     end $owner$;
     ${rolesScript({ owner: name, database: name, prefix: "" })}`,
  );
}

/** Creates the database on the first start, or after an interrupted first start. */
async function ensureDatabase(url: string, name: string): Promise<void> {
  try {
    await query(url, "select 1");
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "28P01") {
      throw new DatabaseProblem(
        "the database refuses the password in the file database-password of the data folder: put back the file that belongs to it",
      );
    }
    if (code !== "3D000") throw error;
    const maintenance = new URL(url);
    maintenance.pathname = "/postgres";
    await query(maintenance.href, `create database ${pg.escapeIdentifier(name)}`);
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
