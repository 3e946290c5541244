import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

import { databaseUser } from "../database/embedded/system-user.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);

export interface Pooler {
  /** The address of the same database through the pooler. */
  url: string;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  /** Sessions of PostgreSQL that all clients of one role share. */
  sessions?: number;
  /** Lends the session that rested longest, so that a client meets another one each time. */
  inTurn?: boolean;
  mode?: "transaction" | "session";
}

/** Whether pgbouncer is installed. */
export async function hasPooler(): Promise<boolean> {
  return (await program()) !== undefined;
}

async function program(): Promise<string | undefined> {
  for (const path of ["pgbouncer", "/usr/sbin/pgbouncer"]) {
    const found = await run(path, ["--version"]).catch(() => undefined);
    if (found) return path;
  }
  return undefined;
}

/** Starts a pgbouncer before the server of `url`, for the role of `url`. */
export async function startPooler(
  url: string,
  { sessions = 3, inTurn = true, mode = "transaction" }: PoolerOptions = {},
): Promise<Pooler> {
  const path = await program();
  if (!path) throw new Error("pgbouncer is not installed: apt-get install pgbouncer");
  const { hostname, port, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), "pooler-"));
  const listenPort = await freePort();
  // pgbouncer refuses to run as root; PostgreSQL's own user can open its socket.
  const host = decodeURIComponent(hostname);
  const user = await databaseUser(host.startsWith("/") ? host : folder);
  const users = join(folder, "users");
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${sessions}
max_client_conn = 500
server_round_robin = ${inTurn ? 1 : 0}
`,
  );
  await chmod(folder, 0o755);
  if (user.uid !== undefined) await chown(users, user.uid, user.gid ?? user.uid);
  await chmod(users, 0o600);
  const child = spawn(path, ["--quiet", settings], { ...user, stdio: "ignore" });
  const pooled = new URL(url);
  pooled.hostname = "127.0.0.1";
  pooled.port = String(listenPort);
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  await answers(pooled.href, child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: pooled.href, stop };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt === 600 || child.exitCode !== null) throw error;
      await sleep(50);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
