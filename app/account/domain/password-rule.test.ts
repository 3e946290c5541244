import { expect, test } from "vitest";

import { passwordProblem } from "./password-rule.ts";

test.each([
  ["", undefined],
  ["abc", "short"],
  ["12345", "short"],
  ["é".repeat(37), "long"],
  ["camille98", "word"],
  ["maillot1998", "site"],
  ["123456", "run"],
  ["un-maillot-par-jour", undefined],
] as const)("of %j says %s", (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});
