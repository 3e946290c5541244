import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

import { databaseUser, type SystemUser } from "../database/embedded/system-user.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const INSTALLED = "/usr/lib/postgresql";
const PASSWORD = "maillot-vert-1976";

export interface DebianPostgres {
  /** The folder of its programs, `pg_dump` among them. */
  bin: string;
  /** Makes an empty database that an ordinary role owns; returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Starts a server that follows this one. */
  addStandby(): Promise<Standby>;
  /** The parent of all its processes. */
  pid: number;
  stopPrimary(): Promise<void>;
  /** Stops the standbys too. */
  stop(): Promise<void>;
}

export interface Standby {
  /** The address of a database of the primary's. */
  urlOf(name: string): string;
  /** Lets it fall behind. */
  pause(): Promise<void>;
  /** Lets it catch up. */
  resume(): Promise<void>;
  pid: number;
  stop(): Promise<void>;
}

/** The newest PostgreSQL that Debian's packages have installed; undefined if there is none. */
export async function debianPostgres(): Promise<string | undefined> {
  const versions = await readdir(INSTALLED).catch(() => []);
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a))) {
    const bin = join(INSTALLED, version, "bin");
    const there = await Promise.all(
      ["initdb", "postgres", "pg_dump"].map((name) =>
        run(join(bin, name), ["--version"]).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (there.every(Boolean)) return bin;
  }
  return undefined;
}

/** Starts a PostgreSQL with its own client programs beside it, on an empty folder. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = await debianPostgres();
  if (!bin) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const folder = await mkdtemp(join(tmpdir(), "debian-postgres-"));
  const user = await databaseUser(folder);
  const secret = join(folder, "password");
  await writeFile(secret, PASSWORD);
  if (user.uid !== undefined) {
    for (const path of [folder, secret]) await chown(path, user.uid, user.gid ?? user.uid);
  }
  const data = join(folder, "data");
  const options = ["--auth=scram-sha-256", "--username=postgres", `--pwfile=${secret}`];
  await run(join(bin, "initdb"), [...options, "--encoding=UTF8", "--locale=C.UTF-8", data], user);
  const running: Running[] = [];
  const stop = async () => {
    for (const server of running.toReversed()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const primary = await start(bin, data, folder, user);
    running.push(primary);
    await primary.asSuperuser(`create role site login createrole password '${PASSWORD}'`);
    return {
      bin,
      pid: primary.pid,
      async createDatabase(name) {
        await primary.asSuperuser(`create database ${pg.escapeIdentifier(name)} owner site`);
        return primary.address("site", name);
      },
      async addStandby() {
        const copy = join(folder, `standby${running.length}`);
        const from = ["--host=127.0.0.1", `--port=${primary.port}`, "--username=postgres"];
        await run(
          join(bin, "pg_basebackup"),
          [...from, "--checkpoint=fast", "--write-recovery-conf", `--pgdata=${copy}`],
          { ...user, env: { PGPASSWORD: PASSWORD } },
        );
        const standby = await start(bin, copy, folder, user);
        running.push(standby);
        return {
          pid: standby.pid,
          urlOf: (name) => standby.address("site", name),
          pause: () => standby.asSuperuser("select pg_wal_replay_pause()"),
          resume: () => standby.asSuperuser("select pg_wal_replay_resume()"),
          stop: () => standby.stop(),
        };
      },
      stopPrimary: () => primary.stop(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Running {
  port: number;
  pid: number;
  address(role: string, name: string): string;
  asSuperuser(sql: string): Promise<void>;
  stop(): Promise<void>;
}

async function start(
  bin: string,
  data: string,
  folder: string,
  user: SystemUser,
): Promise<Running> {
  const port = await freePort();
  const settings = ["-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"];
  const child = spawn(join(bin, "postgres"), ["-D", data, ...settings], {
    ...user,
    stdio: "ignore",
  });
  const address = (role: string, name: string) =>
    `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  const server: Running = {
    port,
    pid: child.pid ?? 0,
    address,
    async asSuperuser(sql) {
      const client = new pg.Client({ connectionString: address("postgres", "postgres") });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
  };
  await answers(() => server.asSuperuser("select 1")).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return server;
}

async function answers(ask: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 600) throw error;
      await sleep(100);
    }
  }
}
