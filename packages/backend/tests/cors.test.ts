import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../../tests/support/backend.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

test("a browser on another origin may call", async () => {
  const answer = await fetch(`${site.url}/rest/v1/`, {
    method: "OPTIONS",
    headers: { origin: "https://example.org", "access-control-request-method": "POST" },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
});
