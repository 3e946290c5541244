import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, openSync } from "node:fs";

/** The account of all programs: PostgreSQL refuses root. */
const [uid, gid] = ["-u", "-g"].map((which) =>
  Number(execFileSync("id", [which, "postgres"]).toString()),
) as [number, number];

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

/** Milliseconds until a program that ended is started again, as a service manager would. */
const RESTART_AFTER = 2_000;

/** A program that is started again when it ends. */
export class Service {
  readonly name: string;
  readonly #command: string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: number;
  #child: ChildProcess | undefined;
  #held = false;
  #isDown = false;

  /** @param log a file that gets what the program prints */
  constructor(name: string, command: string[], log: string, env: NodeJS.ProcessEnv = {}) {
    this.name = name;
    this.#command = command;
    this.#env = { PATH: process.env.PATH, LANG: "C.UTF-8", ...env };
    this.#log = openSync(log, "a");
    this.#start();
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  #start(): void {
    const [program = "", ...args] = this.#command;
    this.#isDown = false;
    this.#child = spawn(program, args, {
      env: this.#env,
      stdio: ["ignore", this.#log, this.#log],
    });
    this.#child.once("exit", () => {
      this.#isDown = true;
      setTimeout(() => {
        if (!this.#held && this.#isDown) this.#start();
      }, RESTART_AFTER);
    });
  }

  kill(signal: NodeJS.Signals): void {
    signalAll([this.pid], signal);
  }

  /** For good. */
  end(): void {
    this.hold(true);
    this.kill("SIGKILL");
  }

  /** While it holds, a program that ended is not started again. */
  hold(holds: boolean): void {
    this.#held = holds;
    if (!holds && this.#isDown) this.#start();
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
