import { expect, test } from "vitest";

import { databaseProblem } from "../../data/database-error.ts";
import { errorKey, firstDecision } from "./use-problem-text.ts";

const FIRST = {
  status: "rejected",
  moderator: "camille",
  moderated_at: "2026-11-21T10:00:00+00:00",
  moderation_note: "Doublon.",
};

test("names the first administrator's decision", () => {
  const error = Object.assign(new Error("jersey_already_decided"), {
    code: "PT409",
    details: JSON.stringify(FIRST),
  });
  expect(firstDecision(databaseProblem(error))).toEqual(FIRST);
});

test.each([
  [new Error("jersey_not_found"), "jersey_not_found"],
  [new Error("jersey_changed_meanwhile"), "jersey_changed_meanwhile"],
  [new Error("moderation_denied"), "moderation_denied"],
  [new Error("moderation_note_required"), "moderation_note_required"],
  [new Error("jersey_already_decided"), "failed"],
  [new Error("out of luck"), "failed"],
  [new TypeError("Failed to fetch"), "offline"],
])("%s", (error, key) => {
  const problem = databaseProblem(error);
  expect(firstDecision(problem)).toBeUndefined();
  expect(errorKey(problem)).toBe(key);
});
