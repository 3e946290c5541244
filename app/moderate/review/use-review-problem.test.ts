import { expect, test } from "vitest";

import { hasLeft } from "./use-review-problem.ts";

test.each([
  [Object.assign(new Error("report_decided"), { code: "PT409" }), true],
  [Object.assign(new Error("suggestion_decided"), { code: "PT409" }), true],
  [Object.assign(new Error("jersey_not_found"), { code: "PT404" }), true],
  [Object.assign(new Error("suggestion_changed"), { code: "PT409" }), false],
  [Object.assign(new Error("suggestion_own"), { code: "42501" }), false],
  [new TypeError("Failed to fetch"), false],
])("%s has left the queue: %s", (error, left) => {
  expect(hasLeft(error)).toBe(left);
});
