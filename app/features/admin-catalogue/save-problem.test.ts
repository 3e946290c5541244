import { expect, test } from "vitest";

import { StaleRowError } from "../../data/catalogue/admin-rows.ts";
import { saveProblem } from "./save-problem.ts";

test.each([
  [new StaleRowError(), { kind: "changed" }],
  [new TypeError("Failed to fetch"), { kind: "offline" }],
  [{ code: "PGRST303", message: "JWT expired" }, { kind: "expired" }],
  [
    { code: "23505", message: 'duplicate key value violates unique constraint "teams_slug_key"' },
    { kind: "constraint", name: "teams_slug_key" },
  ],
  [
    { code: "23503", message: "in_use", details: '{"jerseys": 3}' },
    { kind: "inUse", dependents: { jerseys: 3 } },
  ],
  [
    { code: "23503", message: "in_use", details: "?" },
    { kind: "inUse", dependents: {} },
  ],
  [{ code: "42501", message: "permission denied" }, { kind: "failed" }],
])("%o", (error, problem) => {
  expect(saveProblem(error)).toEqual(problem);
});
