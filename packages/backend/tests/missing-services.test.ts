import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "./support/backend.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

test.each([
  ["GET", "/realtime/v1/websocket?apikey=x&vsn=1.0.0"],
  ["POST", "/realtime/v1/api/broadcast"],
  ["POST", "/functions/v1/hello"],
  ["OPTIONS", "/functions/v1/hello"],
])("%s %s is answered at once with a small error", async (method, path) => {
  const answer = await fetch(site.url + path, { method });
  const text = await answer.text();
  // Preflight requests succeed, so that a page can read the error.
  expect(answer.status).toBe(method === "OPTIONS" ? 204 : 404);
  expect(text.length).toBeLessThan(200);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
});

test("the official client gets an error of its own kind", async () => {
  const { error } = await site.client().functions.invoke("hello");
  expect(error?.name).toBe("FunctionsHttpError");
});

test("pgcrypto is where hosted projects have it", async () => {
  const { rows } = await site.backend.pool.query(
    "select encode(extensions.digest('a', 'sha256'), 'hex') as digest",
  );
  expect(rows).toEqual([
    { digest: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb" },
  ]);
});
