import { type EmbeddedDatabase, silentLogger, startEmbeddedDatabase } from "@maillotheque/backend";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { inject, onTestFinished } from "vitest";

import { DATABASE_NAME } from "../../server/operate/backend-options.ts";
import { freePort } from "@maillotheque/backend/testing";

/** A server's exit and its complete output. */
interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

export interface Server {
  url: string;
  pid: number;
  /** Its public settings and files. */
  dataDir: string;
  ended: Promise<Ending>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when pages can be read. */
  ready(): Promise<void>;
}

/** Registers a clean-up for the end of the test or of the scope of `later`. */
export type Later = (undo: () => Promise<void>) => void;

/** A folder that is deleted after the test. */
export async function temporaryFolder(later: Later = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "maillotheque-faults-"));
  later(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts the copy's server like `npm start`; it is ended after the test if it still runs. Unless
 * told where its data are, it has an empty site's, as a first start leaves them.
 * @param folder another copy of the project
 */
export async function startServer(
  settings: Record<string, string> = {},
  later: Later = onTestFinished,
  folder = inject("projectCopy"),
): Promise<Server> {
  const dataDir =
    settings.DATA_DIR ??
    (settings.DATABASE_URL ? join(await temporaryFolder(later), "data") : await emptySite(later));
  return spawnServer(folder, dataDir, settings, later);
}

/**
 * The environment of a program of the project's copy: nothing of this process's own, and one place
 * for compiled files, which take half of the time that a command needs to start.
 */
export function plainEnvironment(folder = inject("projectCopy")): Record<string, string> {
  return { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: join(folder, ".cache/compile") };
}

/** A folder with the data of a site after its first start, which is made once per run and copied. */
async function emptySite(later: Later): Promise<string> {
  const template = join(inject("projectCopy"), ".cache/empty-site");
  if (!existsSync(template)) {
    const making = `${template}-in-the-making`;
    const server = await spawnServer(inject("projectCopy"), making, {}, later);
    await server.ready();
    server.kill("SIGTERM");
    await server.ended;
    await rename(making, template);
  }
  const folder = join(await temporaryFolder(later), "data");
  // `cp -a` keeps the owner: when started as root, another account owns the database.
  await promisify(execFile)("cp", ["-a", template, folder]);
  return folder;
}

/** The database of an empty site, without a server. */
export async function startEmptyDatabase(later: Later): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({
    directory: await emptySite(later),
    name: DATABASE_NAME,
    log: silentLogger,
  });
  later(() => database.stop());
  return database;
}

async function spawnServer(
  folder: string,
  dataDir: string,
  settings: Record<string, string>,
  later: Later,
): Promise<Server> {
  const port = settings.PORT ?? String(await freePort());
  const child = spawn(process.execPath, ["server/main.ts"], {
    cwd: folder,
    env: {
      ...plainEnvironment(folder),
      NODE_ENV: "production",
      SEED: "none",
      LOG_LEVEL: "warn",
      ...settings,
      PORT: port,
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, output }));
  later(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  const died = ended.then(() => Promise.reject(new Error(`the server ended:\n${output}`)));
  died.catch(() => {});
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    ended,
    kill: (signal) => void child.kill(signal),
    // A first start takes long on a busy machine.
    ready: () => Promise.race([until(() => isReady(url), "the server is ready"), died]),
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Waits for a condition; on a timeout it fails with the condition's name. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  name: string,
  minutes = 5,
) {
  const deadline = Date.now() + minutes * 60_000;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await sleep(25);
  }
  throw new Error(`not within ${minutes} min: ${name}`);
}

/** The database's process id for a data folder. */
export function databasePid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "pg/postmaster.pid"), "utf8"), 10);
}

/** A small Linux has no `ps`; other systems have no /proc. */
function stateOf(pid: number): string {
  if (process.platform !== "linux") {
    return execFileSync("ps", ["-o", "stat=", "-p", String(pid)]).toString();
  }
  // The state follows the program's name, which stands in parentheses.
  return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
}

/** True if a process still runs; a zombie doesn't. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !stateOf(pid).startsWith("Z");
  } catch {
    return false;
  }
}
