import { expect, it } from "vitest";

import { sinceOf } from "./undo-member.ts";

it("knows when a period begins", () => {
  const now = Date.parse("2026-12-07T12:00:00Z");
  expect(sinceOf("day", now)).toBe("2026-12-06T12:00:00.000Z");
  expect(sinceOf("month", now)).toBe("2026-11-07T12:00:00.000Z");
  expect(sinceOf("all", now)).toBeUndefined();
});
