import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

import { databaseUser } from "../database/embedded/system-user.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const INSTALLED = "/usr/lib/postgresql";
const PASSWORD = "maillot-vert-1976";

export interface DebianPostgres {
  /** The folder of its programs, `pg_dump` among them. */
  bin: string;
  /** Makes an empty database that an ordinary role owns; returns its address. */
  createDatabase(name: string): Promise<string>;
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
  const port = await freePort();
  const child = spawn(
    join(bin, "postgres"),
    ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"],
    { ...user, stdio: "ignore" },
  );
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const address = (role: string, name: string) =>
    `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  const asSuperuser = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: address("postgres", "postgres") });
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  };
  try {
    await answers(asSuperuser);
    await asSuperuser(`create role site login createrole password '${PASSWORD}'`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    bin,
    async createDatabase(name) {
      await asSuperuser(`create database ${pg.escapeIdentifier(name)} owner site`);
      return address("site", name);
    },
    stop,
  };
}

async function answers(ask: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(100);
    }
  }
}
