import { mkdirSync, rmSync } from "node:fs";

import { showProgress } from "../progress.mjs";
import { describeFailures, describeProgress, describeResult } from "./describe.ts";
import { REPORTS, ROOT } from "./project.ts";
import { type Counts, readReport } from "./report.ts";
import { type Step, StepRun } from "./step.ts";

/**
 * Runs so many steps at a time, in their order but for those that wait for another. Shows how far
 * each is, prints its result, and all of its output if it failed; lists the failed tests of all
 * steps at the end. What waits for a step that failed doesn't run.
 */
export async function runSteps(steps: Step[], atOnce: number): Promise<Counts> {
  const expected = emptyReports(steps);
  let waiting = [...steps];
  const running = new Set<StepRun>();
  const ended: StepRun[] = [];
  const progress = showProgress(
    (seconds) => describeProgress(seconds, [...running], waiting.length, expected),
    process.stdout,
  );
  const start = async (step: Step): Promise<void> => {
    waiting = waiting.filter((other) => other !== step);
    const run = new StepRun(step);
    running.add(run);
    await run.run(ROOT);
    running.delete(run);
    ended.push(run);
    progress.clear();
    process.stdout.write(describeResult(run));
    if (run.counts.failed > 0) waiting = waiting.filter(({ after }) => after !== step.name);
    await fill();
  };
  /** Starts as many steps as may run now; resolves when they and those after them have ended. */
  const fill = async (): Promise<void> => {
    const isReady = ({ after }: Step) => !after || ended.some(({ step }) => step.name === after);
    const ready = waiting.filter(isReady).slice(0, atOnce - running.size);
    await Promise.all(ready.map(start));
  };
  await fill();
  progress.stop();
  process.stdout.write(describeFailures(ended));
  return ended.reduce(
    (sum, { counts }) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
    }),
    { passed: 0, failed: 0 },
  );
}

/** Removes the reports of the last run; returns how many tests each step had then. */
function emptyReports(steps: Step[]): Map<string, number> {
  const totals = new Map(
    steps.map(({ name, report }) => {
      const { passed, failed } = report ? readReport(report) : { passed: 0, failed: 0 };
      return [name, passed + failed];
    }),
  );
  for (const { report } of steps) if (report) rmSync(report.path, { force: true });
  mkdirSync(REPORTS, { recursive: true });
  return totals;
}

/** Prints the last line and exits. */
export function close({ passed, failed }: Counts): never {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
