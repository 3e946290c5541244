import { expect, test } from "vitest";

import { countPlaywright, countVitest, readReport } from "./report.ts";

test("tests are counted as the runners report them", () => {
  const vitest = { numPassedTests: 4, numFailedTests: 2, numFailedTestSuites: 3 };
  expect(countVitest(vitest)).toEqual({ passed: 4, failed: 2 });
  const playwright = { stats: { expected: 5, unexpected: 1 }, errors: [] };
  expect(countPlaywright(playwright)).toEqual({ passed: 5, failed: 1 });
});

test("a file that could not be loaded counts as failed", () => {
  const vitest = { numPassedTests: 4, numFailedTests: 0, numFailedTestSuites: 1 };
  expect(countVitest(vitest)).toEqual({ passed: 4, failed: 1 });
  const playwright = { stats: { expected: 0, unexpected: 0 }, errors: ["no browser"] };
  expect(countPlaywright(playwright)).toEqual({ passed: 0, failed: 1 });
});

test("a missing report counts nothing", () => {
  const report = { kind: "vitest", path: "/nonexistent/report.json" } as const;
  expect(readReport(report)).toEqual({ passed: 0, failed: 0 });
});
