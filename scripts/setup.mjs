// Runs on the machine's own Node (20 or newer) before anything is installed: plain JavaScript with
// imports of Node only.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { showProgress } from "./progress.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

const BUILD_STAMP = join(ROOT, "build/.made-from");
/** The files and folders that a build reads. */
const BUILD_INPUTS = [
  "app",
  "public",
  "vite",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

/** A failure that is reported by its message alone. */
export class SetupFailure extends Error {}

/** Installs the dependencies if `node_modules` is missing or differs from the lockfile. */
export async function ensureDependencies() {
  if (dependenciesAreCurrent()) return;
  await installPackages("installing dependencies", "--include=dev");
  if (!existsSync(nodePath())) throw new SetupFailure("npm ci did not bring Node 26 along");
  const { status, stderr } = spawnSync(nodePath(), ["--version"], { encoding: "utf8" });
  if (status === 0) return;
  const hint = stderr.includes("libatomic") ? "\napt-get install libatomic1" : "";
  throw new SetupFailure(`Node 26 doesn't start here: ${stderr.trim()}${hint}`);
}

/** Runs `npm ci`. */
export async function installPackages(purpose, ...options) {
  const npm = process.env.npm_execpath;
  const [program, args] = npm?.endsWith("js") ? [process.execPath, [npm]] : ["npm", []];
  const quiet = ["ci", ...options, "--no-audit", "--no-fund", "--loglevel=error"];
  await must(purpose, program, [...args, ...quiet], "npm ci failed");
}

/**
 * Compares the lockfile with npm's own record of the installation, so that a plain `npm install
 * <package>` needs no second installation. Packages that npm skipped for this platform don't count.
 */
function dependenciesAreCurrent() {
  try {
    const wanted = readLock("package-lock.json");
    const installed = readLock("node_modules/.package-lock.json");
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === "" || entry.link) return true;
      const found = installed[path];
      if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer);
      return found.version === entry.version && found.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

function readLock(path) {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")).packages;
}

/** Builds the site if there is no build or if its inputs have changed. */
export async function ensureBuild() {
  const current = fingerprint();
  const made = existsSync(BUILD_STAMP) ? readFileSync(BUILD_STAMP, "utf8") : "";
  if (made === current && existsSync(join(ROOT, "build/server/index.js"))) return;
  rmSync(BUILD_STAMP, { force: true });
  const build = join(ROOT, "scripts/build.ts");
  await must("building the site", nodePath(), [build], "the build failed");
  writeFileSync(BUILD_STAMP, current);
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const input of BUILD_INPUTS) addToHash(hash, join(ROOT, input));
  return hash.digest("hex");
}

function addToHash(hash, path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name));
  } else {
    hash.update(`${path.slice(ROOT.length)}\0`).update(readFileSync(path));
  }
}

/** The path of Node 26, which the project installs. */
export function nodePath() {
  return join(ROOT, "node_modules/node/bin/node");
}

/**
 * Runs `script` with Node 26: in place of this process if this Node has `execve`, else as a child
 * process. Signals go to the child, and its exit code becomes that of this process.
 */
export function become(script, args = [], env = {}, flags = []) {
  const file = nodePath();
  const argv = [...flags, join(ROOT, script), ...args];
  const environment = { ...process.env, ...env };
  if (process.execve) process.execve(file, [file, ...argv], environment);
  const child = spawn(file, argv, {
    env: environment,
    // The child notices through the channel when this process is killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 500).unref(); // npm was killed
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Runs a program, says what it is for, and prints its output only if it fails. */
export async function must(purpose, program, args, failure, env = {}) {
  const describe = (seconds) => `${purpose} …${seconds > 0 ? ` ${seconds} s` : ""}`;
  const progress = showProgress(describe, process.stderr);
  try {
    await run(program, args, failure, env);
  } finally {
    progress.stop();
  }
}

function run(program, args, failure, env) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => fail(new SetupFailure(`${failure}: ${error.message}`)));
    child.on("close", (code) => {
      if (code === 0) return done();
      fail(new SetupFailure(`${Buffer.concat(output).toString().trim()}\n${failure}`));
    });
  });
}

/** Runs `steps`; an expected failure ends the process with a plain message. */
export async function setUp(...steps) {
  try {
    for (const step of steps) await step();
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
