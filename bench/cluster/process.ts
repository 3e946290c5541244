import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, openSync } from "node:fs";

import { familyOf } from "../support/process.ts";

/** The account of all programs: PostgreSQL refuses root. */
const [uid, gid] = ["-u", "-g"].map((which) =>
  Number(execFileSync("id", [which, "postgres"]).toString()),
) as [number, number];
/** Starts a program again two seconds after it ended, as a service manager would. */
const AGAIN = 'while :; do "$@"; sleep 2; done';

export function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
}

/** A new folder of that account. */
export function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  own(path);
  return path;
}

export function own(path: string): void {
  chownSync(path, uid, gid);
}

/** Runs a command as that account. */
export function asAccount(...command: string[]): string[] {
  return ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--init-groups", ...command];
}

/** A program that is started again when it ends. */
export class Service {
  readonly #start: () => ChildProcess;
  #shell: ChildProcess;

  /** @param log a file that gets what the program prints */
  constructor(command: string[], log: string, env: NodeJS.ProcessEnv = {}) {
    const output = openSync(log, "a");
    this.#start = () =>
      spawn("sh", ["-c", AGAIN, "sh", ...command], {
        env: { PATH: process.env.PATH, LANG: "C.UTF-8", ...env },
        stdio: ["ignore", output, output],
      });
    this.#shell = this.#start();
  }

  /** Of the program and what it has started. */
  pids(): number[] {
    return familyOf(this.#shell.pid!).slice(1);
  }

  kill(): void {
    signalAll(this.pids(), "SIGKILL");
  }

  /** Ends it, and doesn't start it again before it is let go. */
  hold(holds: boolean): void {
    if (!holds) this.#shell = this.#start();
    else signalAll(familyOf(this.#shell.pid!), "SIGKILL");
  }
}

export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
