import { join } from "node:path";

import type { Report } from "./report.ts";
import type { Step } from "./step.ts";

export const ROOT = join(import.meta.dirname, "../..");
export const REPORTS = join(ROOT, ".cache/reports");

export const bin = (name: string) => join(ROOT, "node_modules/.bin", name);
const reportOf = (name: string) => join(REPORTS, `${name}.json`);

const ownReporter = (runner: Report["kind"]) => join(import.meta.dirname, `${runner}-reporter.ts`);

/** Builds the site, unless it is built from the same files already. */
export const buildStep: Step = {
  name: "build",
  commands: [[process.execPath, join(import.meta.dirname, "ensure-build.ts")]],
};

/** The step for one project of `vitest.config.ts`, with counted tests. */
export function vitest(project: string): Step {
  const report = reportOf(project);
  const reporters = ["default", "json", ownReporter("vitest")].map((name) => `--reporter=${name}`);
  reporters.push(`--outputFile.json=${report}`);
  // By default, Vitest leaves one core idle.
  const command = [bin("vitest"), "run", "--project", project, "--maxWorkers=2", ...reporters];
  return { name: project, commands: [command], report: { kind: "vitest", path: report } };
}

/** The step for all browser tests, or those in `files`, with counted tests. */
export function playwright(name: string, ...files: string[]): Step {
  const report = reportOf(name);
  return {
    name,
    commands: [
      [bin("playwright"), "test", ...files, `--reporter=list,json,${ownReporter("playwright")}`],
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report: { kind: "playwright", path: report },
  };
}
