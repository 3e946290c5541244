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
      onWrite: () => received.push("write"),
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
