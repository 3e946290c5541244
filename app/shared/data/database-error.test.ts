import { expect, test } from "vitest";

import { databaseProblem, detailsOf, StaleRowError } from "./database-error.ts";

const error = (code: string, message: string, details?: string) =>
  Object.assign(new Error(message), { code, details });

test.each([
  [new StaleRowError(), { kind: "changed" }],
  [new TypeError("Failed to fetch"), { kind: "offline" }],
  [error("PGRST301", "JWT expired"), { kind: "expired", message: "JWT expired" }],
  [error("PGRST303", "JWT expired"), { kind: "expired", message: "JWT expired" }],
  [error("PGRST116", "0 rows"), { kind: "notFound", message: "0 rows" }],
  [error("PT404", "jersey_not_found"), { kind: "notFound", message: "jersey_not_found" }],
  [error("PT409", "taken", "{}"), { kind: "changed", message: "taken", details: "{}" }],
  [error("PT429", "comments_too_many"), { kind: "tooMany", message: "comments_too_many" }],
  [
    Object.assign(error("PT429", "jerseys_too_many"), { hint: "Retry after 90 seconds." }),
    { kind: "tooMany", message: "jerseys_too_many", waitSeconds: 90 },
  ],
  [error("42501", "second_factor_needed"), { kind: "factor", message: "second_factor_needed" }],
  [error("42501", "permission denied"), { kind: "denied", message: "permission denied" }],
  [error("XX000", ""), { kind: "failed", message: "XX000" }],
  [error("", "Bad gateway"), { kind: "failed", message: "Bad gateway" }],
  [new Error(""), { kind: "failed" }],
])("%s", (thrown, problem) => expect(databaseProblem(thrown)).toEqual(problem));

test.each([
  [
    "23514",
    'new row for relation "jerseys" violates check constraint "jerseys_year_range"',
    "constraint",
    "jerseys_year_range",
  ],
  ["23514", "jersey_images_five_per_jersey", "constraint", "jersey_images_five_per_jersey"],
  [
    "23503",
    'insert or update on table "jerseys" violates foreign key constraint "jerseys_season_id_fkey"',
    "constraint",
    "jerseys_season_id_fkey",
  ],
  [
    "23505",
    'duplicate key value violates unique constraint "teams_slug_key"',
    "duplicate",
    "teams_slug_key",
  ],
])("%s %s", (code, message, kind, constraint) =>
  expect(databaseProblem(error(code, message))).toEqual({ kind, constraint, message }),
);

test("reads the details that the site's own functions add", () => {
  const inUse = (details?: string) => databaseProblem(error("23503", "in_use", details));
  expect(detailsOf(inUse('{"jerseys": 3}'))).toEqual({ jerseys: 3 });
  expect(detailsOf(inUse("?"))).toBeUndefined();
  expect(detailsOf(inUse())).toBeUndefined();
  expect(inUse("?").message).toBe("in_use");
});
