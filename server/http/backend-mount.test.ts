import { Hono } from "hono";
import { expect, test } from "vitest";

import { backendMount } from "./backend-mount.ts";
import type { HttpEnv } from "./context.ts";

test.each([
  ["/auth/v1/callback", "https://appleid.apple.com"],
  ["/auth/v1/sso/saml/acs", "https://id.club.example"],
  ["/auth/v1/callback", "null"],
])(
  "a form that another site's page posts to %s reaches the backend whole",
  async (path, origin) => {
    const received: string[] = [];
    const app = new Hono<HttpEnv>();
    const mount = backendMount({
      async fetch(request) {
        received.push(await request.text());
        return new Response(null, { status: 303, headers: { location: "/account#sb" } });
      },
      isVisitor: () => Promise.resolve(true),
      trustProxy: false,
      onWrite: async () => void received.push("write"),
    });
    app.use("/auth/v1/*", mount);
    const body = new URLSearchParams({ state: "é&=", code: "x".repeat(20_000) });
    const answer = await app.request(path, {
      method: "POST",
      headers: { origin, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
      body,
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/account#sb");
    expect(received).toEqual([body.toString()]);
  },
);

test.each<[string, string, Record<string, string>, boolean]>([
  ["POST", "/rest/v1/rpc/moderate_jersey", {}, true],
  ["POST", "/rest/v1/rpc/is_admin", { "x-read-only": "true" }, false],
  ["GET", "/rest/v1/jerseys", {}, false],
  ["PATCH", "/rest/v1/teams", {}, true],
])("%s %s with %o invalidates pages: %s", async (method, path, headers, outdates) => {
  let writes = 0;
  const app = new Hono<HttpEnv>();
  app.use(
    "*",
    backendMount({
      fetch: () => Promise.resolve(new Response("[]", { headers })),
      isVisitor: () => Promise.resolve(false),
      trustProxy: false,
      onWrite: async () => void (writes += 1),
    }),
  );
  const answer = await app.request(path, { method });
  expect(writes > 0).toBe(outdates);
  expect(answer.headers.has("x-read-only")).toBe(false);
});

test.each([true, false])(
  "a write of a visitor (%s) waits for no notification",
  async (isVisitor) => {
    let writes = 0;
    const app = new Hono<HttpEnv>();
    const mount = backendMount({
      fetch: () => Promise.resolve(new Response(null, { status: 204 })),
      isVisitor: () => Promise.resolve(isVisitor),
      trustProxy: false,
      onWrite: async () => void (writes += 1),
    });
    app.use("*", mount);
    await app.request("/rest/v1/rpc/stop_notice_mails", { method: "POST" });
    expect(writes > 0).toBe(!isVisitor);
  },
);
