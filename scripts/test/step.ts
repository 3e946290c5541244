import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { type Counts, readReport, type Report } from "./report.ts";

export type { Counts } from "./report.ts";

export const NOTHING: Counts = { passed: 0, failed: 0 };

/** Minutes; more than any step needs, so that a hanging step ends. */
const LIMIT = 25;

/** A third of the share of another process. */
const PATIENT = 5;

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
  /** The report with the test counts; a step without one counts as one test. */
  report?: Report;
}

export function sum(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

/** Runs one step and prints its result; all of its output if it failed. */
export async function runStep(step: Step, cwd: string): Promise<Counts> {
  const started = Date.now();
  let output = "";
  let ok = true;
  for (const command of step.commands) {
    const run = await runCommand(command, cwd, step);
    output += run.output;
    ok &&= run.ok;
    if (!ok) break;
  }
  const counts = count(step, ok);
  // Also when a second attempt passed: why the first one failed must not be lost.
  if (counts.failed > 0 || counts.secondAttempts) process.stdout.write(`${output.trimEnd()}\n`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const mark = counts.failed === 0 ? "✓" : "✗";
  const again = counts.secondAttempts ? `, ${counts.secondAttempts} at the second attempt` : "";
  process.stdout.write(
    `${mark} ${step.name}: ${counts.passed} passed${again}, ${counts.failed} failed (${seconds} s)\n`,
  );
  return counts;
}

/** A step that fails without a failed test (a crash, no tests) still counts as failed. */
function count(step: Step, ok: boolean): Counts {
  const counts = step.report ? readReport(step.report) : { passed: ok ? 1 : 0, failed: 0 };
  const nothing = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (!ok || nothing) ? { ...counts, failed: 1 } : counts;
}

function runCommand(
  [program = "", ...args]: string[],
  cwd: string,
  { env = {}, limit = LIMIT, isPatient = false }: Step,
): Promise<{ ok: boolean; output: string }> {
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
      stdio: ["ignore", "pipe", "pipe"],
      timeout: limit * 60_000,
    });
    if (isPatient && child.pid !== undefined) setPriority(child.pid, PATIENT);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    const end = (ok: boolean, note = "") =>
      resolve({ ok, output: Buffer.concat(chunks).toString() + note });
    child.once("error", (error) => end(false, `${error.message}\n`));
    child.once("close", (code, signal) => end(code === 0, signal ? `ended by ${signal}\n` : ""));
  });
}
