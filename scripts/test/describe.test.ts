import { expect, test } from "vitest";

import { describeFailures, describeProgress } from "./describe.ts";

const step = (name: string) => ({ name, commands: [] });

test("progress says how many tests of each running step are done", () => {
  const running = [
    { step: step("e2e"), progress: { done: 3, failed: 1, expected: 320 } },
    { step: step("rules"), progress: { done: 7, failed: 0, files: { done: 2, all: 80 } } },
    { step: step("unit"), progress: { done: 7, failed: 0, files: { done: 2, all: 80 } } },
    { step: step("lint") },
  ];
  expect(describeProgress(61, running, 2, new Map([["rules", 1400]]))).toBe(
    "61 s: e2e 3/320 (1 failed), rules 7/1400, unit 7 tests in 2/80 files, lint, 2 more to come",
  );
});

test("failures are listed with their step, in the end without their errors", () => {
  const failures = Array.from({ length: 21 }, (_, n) => ({ name: `a > ${n}`, error: "one\ntwo" }));
  const runs = [
    { step: step("unit"), failures: [] },
    { step: step("rules"), failures },
  ];
  const lines = describeFailures(runs).split("\n");
  expect(lines.slice(0, 5)).toEqual(["", "failed in rules:", "✗ a > 0", "    one", "    two"]);
  expect(lines.slice(-4)).toEqual(["    two", "✗ a > 20", "", ""]);
  expect(describeFailures([{ step: step("unit"), failures: [] }])).toBe("");
});
