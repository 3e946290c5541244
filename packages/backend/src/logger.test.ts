import { expect, test, vi } from "vitest";

import { throttled } from "./logger.ts";

test("limits messages to one a second", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(5_000);
  const said: object[] = [];
  const say = throttled((fields) => said.push(fields));
  say({ first: 1 });
  say({ first: 2 });
  clock.mockReturnValue(6_000);
  say({ second: 1 });
  clock.mockRestore();
  expect(said).toEqual([{ first: 1 }, { second: 1 }]);
});
