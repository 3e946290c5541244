import { expect, test } from "vitest";

import { startServer } from "./support/server.ts";

test("every answer carries the headers that protect it", async () => {
  const server = await startServer({ SITE_URL: "https://shirts.example.org" });
  await server.ready();
  for (const path of [
    "/",
    "/en",
    "/404",
    "/robots.txt",
    "/auth/v1/health",
    "/rest/v1/jerseys",
    "/storage/v1/object/public/jerseys/none.webp",
  ]) {
    const { headers } = await fetch(server.url + path);
    expect(Object.fromEntries(headers), path).toMatchObject({
      "strict-transport-security": expect.stringMatching(/^max-age=31536000/),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      // Other sites may embed what the services answer, as with a hosted project; pages they may not.
      "cross-origin-resource-policy": /^\/\w+\/v1\//.test(path) ? "cross-origin" : "same-origin",
      "permissions-policy": expect.stringContaining("geolocation=()"),
    });
  }
  const policy = (await fetch(server.url)).headers.get("content-security-policy") ?? "";
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
  expect(scripts.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'"]);
  for (const directive of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]) {
    expect(policy).toContain(directive);
  }
  expect(policy).not.toContain("unsafe-eval");
});

test("without an https address there is no HSTS", async () => {
  const server = await startServer();
  await server.ready();
  expect((await fetch(server.url)).headers.has("strict-transport-security")).toBe(false);
});
