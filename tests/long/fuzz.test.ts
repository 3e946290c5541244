import { expect, test } from "vitest";

import { fuzzBytes, fuzzRequests, startFuzzed } from "../support/fuzz/fuzz.ts";
import { figure } from "./support/figures.ts";

/** Number of requests of each kind, and the seed that repeats a failed run. */
const runs = Number(process.env.FUZZ_RUNS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

test.each([
  ["requests with broken bytes", fuzzBytes],
  ["odd requests", fuzzRequests],
])("%s never make the server fail, hang or reveal internals", async (name, fuzz) => {
  const server = await startFuzzed();
  const { sent, statuses, wrong } = await fuzz(server, { runs, seed });
  figure(`${name}: ${sent} sent, FUZZ_SEED=${seed}, answers ${JSON.stringify(statuses)}`);
  expect(wrong).toEqual([]);
  expect(sent).toBe(runs);
  expect((await fetch(server.url)).status, "afterwards").toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status, "afterwards").toBe(200);
});
