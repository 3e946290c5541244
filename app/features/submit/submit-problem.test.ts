import { expect, test } from "vitest";

import { SessionEndedError, ImagesNotSentError } from "./image-uploads.ts";
import { isAnswer, submitProblem } from "./submit-problem.ts";

const refused = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  [new SessionEndedError(), { kind: "expired" }],
  [refused("PGRST301", "JWT expired"), { kind: "expired" }],
  [new ImagesNotSentError(2), { kind: "images", count: 2 }],
  [new TypeError("Failed to fetch"), { kind: "offline" }],
  [
    refused(
      "23514",
      'new row for relation "jerseys" violates check constraint "jerseys_year_range"',
    ),
    { kind: "field", field: "year", problem: "year" },
  ],
  [
    refused(
      "23503",
      'insert or update on table "jerseys" violates foreign key constraint "jerseys_season_id_fkey"',
    ),
    { kind: "field", field: "season", problem: "season" },
  ],
  [refused("XX000", "out of luck"), { kind: "other", text: "out of luck" }],
  [refused("XX000", ""), { kind: "other", text: "XX000" }],
])("%s", (error, problem) => expect(submitProblem(error)).toEqual(problem));

test("only the database's errors are answers", () => {
  expect(isAnswer(refused("23514", "no"))).toBe(true);
  expect(isAnswer(new TypeError("Failed to fetch"))).toBe(false);
  expect(isAnswer(refused("", "Bad gateway"))).toBe(false);
});
