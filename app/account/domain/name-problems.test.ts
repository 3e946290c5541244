import { expect, test } from "vitest";

import { displayNameProblem, usernameProblem } from "./name-problems.ts";

test.each([
  ["", undefined],
  ["Zoé Ø", undefined],
  ["a".repeat(61), "displayNameLong"],
  ["Lo\u200bu", "displayNameHidden"],
  ["Le modérateur", "reserved"],
] as const)("the display name %j: %s", (name, problem) => {
  expect(displayNameProblem(name)).toBe(problem);
});

test.each([
  ["", undefined],
  ["zoe_76", undefined],
  ["zo", "usernameWrong"],
  ["zoé", "usernameWrong"],
  ["z".repeat(31), "usernameWrong"],
  ["admin_76", "reserved"],
] as const)("the username %j: %s", (name, problem) => {
  expect(usernameProblem(name)).toBe(problem);
});
