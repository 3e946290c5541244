import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { NOTHING, runStep, sum, type Counts, type Step } from "./test/step.ts";

const ROOT = join(import.meta.dirname, "..");
const REPORTS = join(ROOT, ".cache/reports");

const bin = (name: string) => join(ROOT, "node_modules/.bin", name);
const reportOf = (name: string) => join(REPORTS, `${name}.json`);

function check(name: string, program: string, ...args: string[]): Step {
  return { name, commands: [[bin(program), ...args]] };
}

function vitest(project: string): Step {
  const report = reportOf(project);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const command = [bin("vitest"), "run", "--project", project, ...reporters];
  return { name: project, commands: [command], report: { kind: "vitest", path: report } };
}

const typecheck: Step = {
  name: "typecheck",
  commands: [
    [bin("react-router"), "typegen"],
    [bin("tsc"), "--noEmit"],
  ],
};

const e2e: Step = {
  name: "e2e",
  commands: [[bin("playwright"), "test", "--reporter=list,json"]],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf("e2e") },
  report: { kind: "playwright", path: reportOf("e2e") },
};

/** Two at a time, the longest first; then, alone, what measures time or fills both cores itself. */
const together: Step[] = [
  vitest("contract"),
  typecheck,
  vitest("rules"),
  vitest("unit"),
  check("lint", "oxlint"),
  check("format", "oxfmt", "--check", "."),
];
const alone: Step[] = [vitest("faults"), e2e];

async function runAll(steps: Step[], lanes: number): Promise<Counts> {
  const waiting = [...steps];
  const lane = async (): Promise<Counts> => {
    let counts = NOTHING;
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      counts = sum(counts, await runStep(step, ROOT));
    }
    return counts;
  };
  return (await Promise.all(Array.from({ length: lanes }, lane))).reduce(sum);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const counts = sum(await runAll(together, 2), await runAll(alone, 1));
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(counts.failed === 0 ? 0 : 1);
