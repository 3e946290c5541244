import { existsSync, readFileSync } from "node:fs";

export interface Counts {
  passed: number;
  failed: number;
}

export interface Report {
  kind: "vitest" | "playwright";
  path: string;
}

/** The part of vitest's JSON report with the counts. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
}

/** The part of Playwright's JSON report with the counts. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  errors: unknown[];
}

/** Counts a runner's results; zero without a report. */
export function readReport({ kind, path }: Report): Counts {
  if (!existsSync(path)) return { passed: 0, failed: 0 };
  const report: unknown = JSON.parse(readFileSync(path, "utf8"));
  return kind === "vitest"
    ? countVitest(report as VitestReport)
    : countPlaywright(report as PlaywrightReport);
}

/** A file that fails to load has no tests; it counts as one failed test. */
export function countVitest(report: VitestReport): Counts {
  const failed = report.numFailedTests || report.numFailedTestSuites;
  return { passed: report.numPassedTests, failed };
}

/** An error outside of the tests (no browser, no demo data) counts as one failed test. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected || (errors.length > 0 ? 1 : 0) };
}
