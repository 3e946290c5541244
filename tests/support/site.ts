import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { freePort } from "@maillotheque/backend/testing";
import { createSiteDatabase, OWN_DATABASE, type SiteDatabase } from "./site-database.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Minutes until a server must answer; it takes seconds. */
const READY = 5;

/** A site of one test: real server, real database, data in a temporary folder. */
export interface Site {
  /** Its address, without a trailing slash. */
  url: string;
  pid: number;
  dataDir: string;
  database: SiteDatabase;
  anonKey: string;
  /** Runs one of the project's commands (`admin`, `seed` …) on this site's data. */
  run(script: string, ...args: string[]): Promise<string>;
  /** What it wrote since the last call: warnings and errors (`LOG_LEVEL`). */
  log(): string;
  /** Ends the server; its data stay until `stop`. */
  rest(): Promise<void>;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
}

export interface Beginning {
  /** Starts from a copy of the demo catalogue. */
  demo?: boolean;
  /** Starts from the data of a stopped site and takes them over. */
  of?: Site | undefined;
}

/** Starts the built site and waits until it answers. */
export async function startSite(
  settings: Record<string, string> = {},
  { demo = false, of }: Beginning = {},
): Promise<Site> {
  const dataDir = of?.dataDir ?? (await mkdtemp(join(tmpdir(), "maillotheque-e2e-")));
  const { E2E_DEMO_DATA, E2E_DEMO_DATABASE, DATABASE_URL: _server, ...around } = process.env;
  // `cp -a` keeps the owner: when started as root, another account owns the database.
  if (demo) await promisify(execFile)("cp", ["-a", `${E2E_DEMO_DATA}/.`, dataDir]);
  const database =
    of?.database ??
    (settings.SUPABASE_URL
      ? OWN_DATABASE
      : await createSiteDatabase(demo ? E2E_DEMO_DATABASE : undefined));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...around,
    ...database.settings,
    NODE_ENV: "production",
    PORT: String(port),
    SITE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    ...settings,
  };
  const server = spawn(process.execPath, ["server/main.ts"], { cwd: ROOT, env, stdio: "pipe" });
  const output = collect(server);
  const stop = async () => {
    await end(server);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(`${url}/readyz`, server, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    pid: server.pid!,
    dataDir,
    database,
    anonKey:
      settings.SUPABASE_ANON_KEY ?? (await readFile(join(dataDir, "anon-key"), "utf8")).trim(),
    log: output,
    rest: () => end(server),
    stop,
    run: (script, ...args) => runScript(script, args, env),
  };
}

/** Gathers what a process writes; each call returns what came since the last. */
function collect(child: ChildProcess): () => string {
  let text = "";
  child.stdout?.on("data", (chunk) => (text += chunk));
  child.stderr?.on("data", (chunk) => (text += chunk));
  return () => {
    const written = text;
    text = "";
    return written;
  };
}

async function ready(address: string, server: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY * 60_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended at once:\n${output()}`);
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server is not ready after ${READY} minutes:\n${output()}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

function runScript(script: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn("npm", ["run", "--silent", script, "--", ...args], { cwd: ROOT, env });
  const output = collect(child);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve(output());
      else reject(new Error(`npm run ${script} ended with ${code}:\n${output()}`));
    });
  });
}
