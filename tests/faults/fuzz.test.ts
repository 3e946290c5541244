import { expect, test } from "vitest";

import { fuzzBytes, fuzzRequests, startFuzzed } from "../support/fuzz/fuzz.ts";

/** A few fixed requests; `npm run test:long` sends many different ones. */
const FEW = { runs: 400, seed: 2026 };

test("broken bytes and odd requests never make the server fail, hang or reveal internals", async () => {
  const server = await startFuzzed();
  expect((await fuzzBytes(server, FEW)).wrong).toEqual([]);
  expect((await fuzzRequests(server, FEW)).wrong).toEqual([]);
  expect((await fetch(server.url)).status, "afterwards").toBe(200);
});
