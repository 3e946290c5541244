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

const tokenOf = (role: string) =>
  ["e30", Buffer.from(JSON.stringify({ role })).toString("base64url"), "x"].join(".");
const member = { authorization: `Bearer ${tokenOf("authenticated")}`, apikey: tokenOf("anon") };

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
      trustProxy: false,
      onWrite: async () => void (writes += 1),
    }),
  );
  const answer = await app.request(path, { method, headers: member });
  expect(writes > 0).toBe(outdates);
  expect(answer.headers.has("x-read-only")).toBe(false);
});

test.each<[string, Record<string, string>, boolean]>([
  ["nobody", {}, false],
  ["a visitor", { apikey: tokenOf("anon") }, false],
  [
    "a visitor's client",
    { apikey: tokenOf("anon"), authorization: `Bearer ${tokenOf("anon")}` },
    false,
  ],
  ["a member", member, true],
  ["a program", { apikey: tokenOf("service_role") }, true],
  ["a program with an opaque key", { apikey: "sb_secret_1" }, true],
])("a write of %s waits for its notifications: %s", async (_, headers, waits) => {
  let writes = 0;
  const app = new Hono<HttpEnv>();
  const mount = backendMount({
    fetch: () => Promise.resolve(new Response(null, { status: 204 })),
    trustProxy: false,
    onWrite: async () => void (writes += 1),
  });
  app.use("*", mount);
  await app.request("/rest/v1/rpc/stop_notice_mails", { method: "POST", headers });
  expect(writes > 0).toBe(waits);
});
