import { existsSync, readFileSync } from "node:fs";

export interface Counts {
  passed: number;
  failed: number;
  /** Tests that failed first and passed then; most are counted as passed. */
  secondAttempts?: number;
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
  stats: { expected: number; unexpected: number; flaky: number };
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

/** Browser tests of a run that may need their second attempt (record 068). */
const MOST_SECOND_ATTEMPTS = 3;

/**
 * In CI a browser test gets a second attempt. A few that needed it pass; with more of them, all
 * count as failed.
 */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  const { expected, unexpected, flaky } = stats;
  const allowed = flaky <= MOST_SECOND_ATTEMPTS;
  const failed = unexpected + (allowed ? 0 : flaky);
  return {
    passed: expected + (allowed ? flaky : 0),
    failed: failed || (errors.length > 0 ? 1 : 0),
    ...(flaky > 0 && { secondAttempts: flaky }),
  };
}
