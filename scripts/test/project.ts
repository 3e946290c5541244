import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Counts, Step } from "./step.ts";

export const ROOT = join(import.meta.dirname, "../..");
export const REPORTS = join(ROOT, ".cache/reports");

export const bin = (name: string) => join(ROOT, "node_modules/.bin", name);
export const reportOf = (name: string) => join(REPORTS, `${name}.json`);

/** The step for one project of `vitest.config.ts`, with counted tests. */
export function vitest(project: string): Step {
  const report = reportOf(project);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // By default, Vitest leaves one core idle.
  const command = [bin("vitest"), "run", "--project", project, "--maxWorkers=2", ...reporters];
  return { name: project, commands: [command], report: { kind: "vitest", path: report } };
}

/** The step for all browser tests, or those in `files`, with counted tests. */
export function playwright(name: string, ...files: string[]): Step {
  const report = reportOf(name);
  return {
    name,
    commands: [[bin("playwright"), "test", ...files, "--reporter=list,json"]],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report: { kind: "playwright", path: report },
  };
}

export function emptyReports(): void {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
}

/** Prints the last line and exits. */
export function close({ passed, failed }: Counts): never {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
