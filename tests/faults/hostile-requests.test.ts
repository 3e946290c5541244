import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Server, startServer } from "../support/server.ts";

const running = new AsyncDisposableStack();
let server: Server;
beforeAll(async () => {
  server = await startServer({}, (undo) => running.defer(undo));
  await server.ready();
});
afterAll(() => running.disposeAsync());

/** Sends raw bytes, as no HTTP client would, and reads the status of the answer. */
async function statusOf(port: number, request: string): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  socket.on("error", () => {}); // refused before it was all sent: the answer says so
  // Left open: the server treats a half-closed connection as a visitor who left.
  socket.write(request.replaceAll("\n", "\r\n"));
  await new Promise((resolve) => socket.on("close", resolve));
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

const get = (target: string, headers = "Host: site.test") =>
  `GET ${target} HTTP/1.1\n${headers}\nConnection: close\n\n`;

const NO_ROW = "00000000-0000-4000-8000-000000000000";

const REQUESTS: Record<string, [string, number[]]> = {
  "broken escape": [get("/%"), [404]],
  "cut UTF-8": [get("/en/%E0%A4%A"), [404]],
  "zero byte": [get("/jersey/a%00b"), [404]],
  "line break": [get("/jersey/a%0d%0aSet-Cookie:x=1"), [404]],
  "another host in the path": [get("//evil.example/%2e%2e"), [308]],
  backslashes: [get("/\\evil.example"), [308, 400]],
  "only slashes": [get("////"), [308]],
  "up and out": [get("/../../etc/passwd"), [404]],
  "up and out, escaped": [get("/assets/..%2f..%2f..%2fetc%2fpasswd"), [404]],
  "broken query": [get("/?league=%E0%A4%A&league=%00"), [200]],
  "broken query of a service": [get("/rest/v1/jerseys?select=%E0%A4%A"), [400, 401]],
  "long path": [get(`/${"a".repeat(8_000)}`), [404, 414]],
  "longer path": [get(`/${"a".repeat(100_000)}`), [414, 431]],
  "deep path": [get("/a".repeat(3_000)), [404]],
  "a member's name that is none": [get("/member/__proto__"), [404]],
  "a zero byte in a member's name": [get("/member/demonstration%00"), [404]],
  "a cursor that is none": [get("/member/membre?after=%00"), [404]],
  "a brand that is none": [get("/brand/%27%3B"), [404]],
  "a season that is none": [get(`/competition/${NO_ROW}/0000-99?page=-1`), [404]],
  "a share picture of no season": [get(`/og/season/${NO_ROW}_2024-25.fr.jpg`), [404]],
  "a share picture of no league": [get("/og/trends/constructor.fr.jpg"), [404]],
  "a share picture of no kind": [get("/og/__proto__/site.fr.jpg"), [404]],
  "a page's data, of no page": [get("/nothing/at/all.data"), [404]],
  "data of a broken path": [get("/%.data"), [404]],
  "absolute target": [get("http://evil.example/"), [200, 400]],
  "no host": [get("/", "X: y"), [400]],
  "broken host": [get("/", "Host: a b<>"), [400]],
  "host that is nearly an address": [get("/sports?x=1", "Host: site1.1"), [400]],
  "the same, asking the services": [get("/rest/v1/jerseys", "Host: 999.999.999.999"), [400]],
  "unknown method": [get("/").replace("GET", "FROB"), [400]],
  "a method pages don't have": [get("/").replace("GET", "DELETE"), [405]],
  "posted page": [
    "POST / HTTP/1.1\nHost: site.test\nContent-Length: 3\nConnection: close\n\na=b",
    [405],
  ],
  "not HTTP": ["\u0016\u0003\u0001 hello\n\n", [400]],
  "broken conditions": [
    get("/", 'Host: site.test\nIf-None-Match: ,,"\nRange: bytes=-\nAccept-Encoding: ;;q=,'),
    [200],
  ],
};

test("no request causes a server error", async () => {
  const port = Number(new URL(server.url).port);
  const wrong: [string, number][] = [];
  for (const [name, [request, expected]] of Object.entries(REQUESTS)) {
    const status = await statusOf(port, request);
    if (!expected.includes(status)) wrong.push([name, status]);
  }
  expect(wrong).toEqual([]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test("a client can't forge its address, and no page depends on the Host header", async () => {
  const response = await fetch(server.url, {
    headers: { "x-client-address": "203.0.113.9", "x-forwarded-host": "evil.example" },
  });
  expect(await response.text()).not.toContain("evil.example");
});
