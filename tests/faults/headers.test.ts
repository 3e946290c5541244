import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, afterAll, expect, test } from "vitest";

import { type Server, startServer } from "../support/server.ts";

const running = new AsyncDisposableStack();
/** Without an https address. */
let plain: Server;
beforeAll(async () => {
  plain = await startServer({ LOG_LEVEL: "info" }, (undo) => running.defer(undo));
  await plain.ready();
});
afterAll(() => running.disposeAsync());

test("every answer has the security headers", async () => {
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
      // Other sites may embed the services' answers, as with a hosted project, but not pages.
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

test("every answer in HTML has a content policy", async () => {
  const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
  for (const path of ["/", "/404", `/letters/${key}/stop`, `/letters/${key}/stop?lang=en`]) {
    const { headers } = await fetch(plain.url + path, { headers: { accept: "text/html" } });
    expect(headers.get("content-type"), path).toMatch(/^text\/html/);
    expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
  }
});

test("HSTS requires an https address", async () => {
  expect((await fetch(plain.url)).headers.has("strict-transport-security")).toBe(false);
});

test("no cache keeps a page under a value that doesn't exist", async () => {
  const unknown = "0f8fad5b-d9cb-469f-a165-70867728950e";
  for (const path of ["/?competition=nonsense", `/en?competition=${unknown}`]) {
    const { status, headers } = await fetch(plain.url + path);
    expect([path, status, headers.get("cache-control")]).toEqual([
      path,
      200,
      "public, max-age=0, must-revalidate",
    ]);
  }
});

test("a cached page is answered with 304, and HEAD has headers only", async () => {
  const ask = (method: string, headers: Record<string, string> = {}) =>
    fetch(`${plain.url}/en/trends`, { method, headers });
  await ask("GET");
  const page = await ask("GET");
  const body = await page.text();
  const held = {
    "cache-control":
      "public, max-age=0, s-maxage=3, stale-while-revalidate=2, stale-if-error=86400",
    etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
    vary: "Accept-Encoding",
  };
  expect(Object.fromEntries(page.headers)).toMatchObject(held);

  const etag = page.headers.get("etag")!;
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
    const again = await ask("GET", { "if-none-match": known });
    expect(again.status, known).toBe(304);
    expect(await again.text()).toBe("");
    expect(Object.fromEntries(again.headers)).toMatchObject({ ...held, etag });
    expect(again.headers.has("content-length")).toBe(false);
  }
  for (const [name, value] of [
    ["if-none-match", '"other"'],
    ["range", "bytes=0-9"],
  ] as const) {
    const whole = await ask("GET", { [name]: value });
    expect(whole.status).toBe(200);
    expect(await whole.text()).toBe(body);
  }

  const head = await ask("HEAD", { "accept-encoding": "identity" });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe("");
  expect(Object.fromEntries(head.headers)).toMatchObject({
    ...held,
    etag,
    "content-length": String(Buffer.byteLength(body)),
  });
  expect((await fetch(`${plain.url}/nowhere`, { method: "HEAD" })).status).toBe(404);
});

test("a balancer's check in HTTP/1.0 without a host is answered", async () => {
  const socket = connect(Number(new URL(plain.url).port), "127.0.0.1");
  socket.end("GET /healthz HTTP/1.0\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok\n$/);
});

test("every answer has a unique id; a proxy's id counts only behind a proxy", async () => {
  const idOf = async (path: string, given?: string) => {
    const headers = new Headers(given === undefined ? [] : [["x-request-id", given]]);
    return (await fetch(plain.url + path, { headers })).headers.get("x-request-id");
  };
  for (const path of ["/", "/", "/rest/v1/jerseys", "/robots.txt"]) {
    const [one, other] = [await idOf(path), await idOf(path)];
    expect(one, path).toMatch(/^[0-9a-f-]{36}$/);
    expect(other, path).not.toBe(one);
    expect(await idOf(path, "from-the-proxy")).toBe("from-the-proxy");
    for (const odd of ["", "short", "<script>alert(1)</script>", "a".repeat(65)]) {
      expect(await idOf(path, odd), `${path}: ${odd}`).toMatch(/^[0-9a-f-]{36}$/);
    }
  }
  plain.kill("SIGTERM"); // The last test of this file.
  const lines = (await plain.ended).output.split("\n").filter((line) => line.includes('"request"'));
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty("requestId");
});
