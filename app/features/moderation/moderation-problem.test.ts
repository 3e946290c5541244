import { expect, test } from "vitest";

import { moderationProblem } from "./moderation-problem.ts";

test("what the first administrator decided", () => {
  const error = Object.assign(new Error("jersey_already_decided"), {
    code: "PT409",
    details: JSON.stringify({
      status: "rejected",
      moderator: "camille",
      moderated_at: "2026-11-21T10:00:00+00:00",
      moderation_note: "Doublon.",
    }),
  });
  expect(moderationProblem(error)).toEqual({
    kind: "decided",
    status: "rejected",
    moderator: "camille",
    at: "2026-11-21T10:00:00+00:00",
    note: "Doublon.",
  });
});

test.each([
  [new Error("jersey_not_found"), "jersey_not_found"],
  [new Error("moderation_denied"), "moderation_denied"],
  [new Error("jersey_already_decided"), "failed"],
  [new Error("out of luck"), "failed"],
  [new TypeError("Failed to fetch"), "offline"],
])("%s", (error, kind) => expect(moderationProblem(error)).toEqual({ kind }));
