import type { StepRun } from "./step.ts";

/** Failures of a step whose error is listed; of further ones only the name is. */
const DETAILED = 20;

/** One line: how far each running step is. */
export function describeProgress(
  seconds: number,
  running: Pick<StepRun, "step" | "progress">[],
  waiting: number,
  expected: ReadonlyMap<string, number>,
): string {
  const parts = running.map(({ step, progress }) => {
    if (!progress) return step.name;
    const { done, failed, files } = progress;
    const all = progress.expected ?? expected.get(step.name);
    const ofAll = all ? `${done}/${Math.max(done, all)}` : `${done} tests`;
    const ofFiles = !all && files ? ` in ${files.done}/${files.all} files` : "";
    return `${step.name} ${ofAll}${ofFiles}${failed > 0 ? ` (${failed} failed)` : ""}`;
  });
  if (waiting > 0) parts.push(`${waiting} more to come`);
  return `${seconds} s: ${parts.join(", ")}`;
}

/** One line about an ended step, after all of its output if it failed. */
export function describeResult(run: StepRun): string {
  const { passed, failed } = run.counts;
  const output = failed > 0 ? `${run.output.trimEnd()}\n` : "";
  const mark = failed === 0 ? "✓" : "✗";
  const { name } = run.step;
  return `${output}${mark} ${name}: ${passed} passed, ${failed} failed (${run.seconds.toFixed(1)} s)\n`;
}

/** What failed, in few lines: the output of the steps may be far above, or cut off. */
export function describeFailures(runs: Pick<StepRun, "step" | "failures">[]): string {
  const lines = runs
    .filter(({ failures }) => failures.length > 0)
    .flatMap(({ step, failures }) => [
      `\nfailed in ${step.name}:`,
      ...failures.flatMap(({ name, error }, index) => [
        `✗ ${name}`,
        ...(index < DETAILED ? error.split("\n").map((line) => `    ${line}`) : []),
      ]),
    ]);
  return lines.length > 0 ? `${lines.join("\n")}\n\n` : "";
}
