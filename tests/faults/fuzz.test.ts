import { expect, test } from "vitest";

import { fuzzBytes, fuzzRequests, startFuzzed } from "../support/fuzz/fuzz.ts";

/** Always the same few; `npm run test:long` sends others, and many more. */
const FEW = { runs: 400, seed: 2026 };

test("neither broken bytes nor odd requests make the server fail, hang or tell too much", async () => {
  const server = await startFuzzed();
  expect((await fuzzBytes(server, FEW)).wrong).toEqual([]);
  expect((await fuzzRequests(server, FEW)).wrong).toEqual([]);
  expect((await fetch(server.url)).status, "afterwards").toBe(200);
});
