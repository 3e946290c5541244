import { expect, it } from "vitest";

import { changesOf } from "./undo.ts";

it("knows when a period begins", () => {
  const now = Date.parse("2026-12-07T12:00:00Z");
  expect(changesOf("m", "day", now)).toEqual({ member: "m", since: "2026-12-06T12:00:00.000Z" });
  expect(changesOf("m", "month", now)).toEqual({ member: "m", since: "2026-11-07T12:00:00.000Z" });
  expect(changesOf("m", "all", now)).toEqual({ member: "m" });
});
