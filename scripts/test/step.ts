import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { type Failure, lastLines, type Message, type Progress } from "./message.ts";
import { type Counts, readReport, type Report } from "./report.ts";

/** Minutes. Only a hang takes as long: the longest step takes a sixth of it on two quiet cores. */
const LIMIT = 120;

/** A third of the share of another process. */
const PATIENT = 5;

/** Lines of a tool without tests (types, lint, format, unused) that are repeated at the end. */
const TOOL_LINES = 20;

const NODE_FOLDER = dirname(process.execPath);

export interface Step {
  name: string;
  /** Run one after the other until one fails. */
  commands: string[][];
  env?: Record<string, string>;
  /** Minutes per command, if different from the default. */
  limit?: number;
  /** True to leave the processors to the other steps: it takes what they don't need. */
  isPatient?: boolean;
  /** The name of an earlier step that must pass first. */
  after?: string;
  /** The report with the test counts; a step without one counts as one test. */
  report?: Report;
}

/** A step on its way or ended. */
export class StepRun {
  readonly step: Step;
  readonly failures: Failure[] = [];
  progress?: Progress;
  counts: Counts = { passed: 0, failed: 0 };
  output = "";
  #started = Date.now();

  constructor(step: Step) {
    this.step = step;
  }

  get seconds(): number {
    return (Date.now() - this.#started) / 1000;
  }

  async run(cwd: string): Promise<void> {
    let ok = true;
    for (const command of this.step.commands) {
      ok &&= await this.#runCommand(command, cwd);
    }
    this.counts = count(this.step, ok);
    if (this.counts.failed > 0 && this.failures.length === 0) {
      this.failures.push({ name: this.step.name, error: lastLines(this.output, TOOL_LINES) });
    }
  }

  #hear = (message: Message): void => {
    if ("progress" in message) this.progress = message.progress;
    else this.failures.push(message.failure);
  };

  #runCommand([program = "", ...args]: string[], cwd: string): Promise<boolean> {
    const { env = {}, limit = LIMIT, isPatient = false } = this.step;
    return new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd,
        // The tools start with `env node`: the machine's own Node may be too old to read their
        // settings.
        env: {
          ...process.env,
          PATH: `${NODE_FOLDER}${delimiter}${process.env.PATH}`,
          // Hundreds of programs start from the same files: compiled once, they take two thirds of the time.
          NODE_COMPILE_CACHE: join(cwd, ".cache/compile"),
          ...env,
        },
        // The reporters send their messages through the last one.
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        timeout: limit * 60_000,
      });
      if (isPatient && child.pid !== undefined) setPriority(child.pid, PATIENT);
      const chunks: Buffer[] = [];
      child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
      child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk));
      child.on("message", this.#hear);
      const end = (ok: boolean, note = "") => {
        this.output += Buffer.concat(chunks).toString() + note;
        resolve(ok);
      };
      child.once("error", (error) => end(false, `${error.message}\n`));
      child.once("close", (code, signal) => end(code === 0, signal ? `ended by ${signal}\n` : ""));
    });
  }
}

/** A step that fails without a failed test (a crash, no tests) still counts as failed. */
function count(step: Step, ok: boolean): Counts {
  const counts = step.report ? readReport(step.report) : { passed: ok ? 1 : 0, failed: 0 };
  const nothing = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (!ok || nothing) ? { ...counts, failed: 1 } : counts;
}
