import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { cachedPages } from "./cached-pages.ts";
import { PageCache } from "./page-cache.ts";
import { Page } from "../page.ts";

const PUBLIC = "public, max-age=0, s-maxage=10";
const html = `<p>${"shirts ".repeat(500)}</p>`;

let server: Server;
let address: string;
let cache: PageCache;
let now: number;
/** The number of requests that were not answered from the cache. */
let others: number;

beforeEach(async () => {
  now = 1_000_000;
  others = 0;
  cache = new PageCache({ now: () => now });
  const headers = { "cache-control": PUBLIC, "content-type": "text/html; charset=utf-8" };
  const page = new Page(200, new Headers(headers), Buffer.from(html));
  await cache.get("/sports?a=1", () => Promise.resolve(page));
  await Promise.all([page.answer("br"), page.answer(undefined)]);
  const listen = cachedPages({
    cache,
    log: pino({ level: "silent" }),
    headers: [["X-Content-Type-Options", "nosniff"]],
  });
  server = createServer(
    // Like the site's server.
    { optimizeEmptyRequests: true },
    listen((_request, response) => {
      others += 1;
      response.end("the long way");
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => server.close());

test.each(["br", "identity"])("sends a fresh page immediately (%s)", async (encoding) => {
  const headers = { "accept-encoding": encoding, "x-request-id": "from-the-proxy" };
  const answer = await fetch(`${address}/sports?a=1`, { headers });
  expect(await answer.text()).toBe(html);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": PUBLIC,
    "content-type": "text/html; charset=utf-8",
    vary: "Accept-Encoding",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-request-id": "from-the-proxy",
  });
  expect(answer.headers.get("etag")).toMatch(/^W\/"/);
  expect(answer.headers.get("content-encoding")).toBe(encoding === "br" ? "br" : null);
  expect(others).toBe(0);
});

test.each<[string, string, RequestInit]>([
  ["another address", "/sports?a=2", {}],
  ["a page never sent that way before", "/sports?a=1", { headers: { "accept-encoding": "gzip" } }],
  ["a question whether it changed", "/sports?a=1", { headers: { "if-none-match": "*" } }],
  ["its headers alone", "/sports?a=1", { method: "HEAD" }],
  ["a form", "/sports?a=1", { method: "POST", body: "a=1" }],
])("does not answer from the cache: %s", async (_what, path, init) => {
  await fetch(address + path, init);
  expect(others).toBe(1);
});

test("renders a page that is no longer fresh", async () => {
  now += 11_000;
  await fetch(`${address}/sports?a=1`, { headers: { "accept-encoding": "br" } });
  expect(others).toBe(1);
});

test("renders a page from before a change", async () => {
  now += 5_000;
  cache.invalidate();
  await fetch(`${address}/sports?a=1`, { headers: { "accept-encoding": "br" } });
  expect(others).toBe(1);
});
