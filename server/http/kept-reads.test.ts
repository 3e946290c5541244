import { beforeEach, expect, test, vi } from "vitest";

import { KeptReads } from "./kept-reads.ts";

let now: number;
/** Whether changes are heard of. */
let told: boolean;
let reads: KeptReads;
/** Paths that reached the backend. */
let asked: string[];
let answer: (request: Request) => Promise<Response>;
let fetch: (request: Request) => Promise<Response>;

beforeEach(() => {
  now = 1_000;
  reads = new KeptReads({ now: () => now });
  asked = [];
  told = true;
  answer = () => Promise.resolve(Response.json([{ n: asked.length }]));
  fetch = reads.over(
    (request) => {
      asked.push(new URL(request.url).pathname);
      return answer(request);
    },
    () => told,
  );
});

const ask = (path: string, init?: RequestInit) =>
  fetch(new Request(`http://backend.test${path}`, init));

test("what was read a moment ago is not read again, by those at the same time neither", async () => {
  const both = await Promise.all([ask("/a"), ask("/a")]);
  const third = await ask("/a");
  for (const response of [...both, third]) {
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual([{ n: 1 }]);
  }
  expect(asked).toEqual(["/a"]);
});

test.each<[string, RequestInit]>([
  ["only counted", { method: "HEAD" }],
  ["as one object", { headers: { accept: "application/vnd.pgrst.object+json" } }],
  ["with its count", { headers: { prefer: "count=exact" } }],
])("the same %s is another question", async (_what, init) => {
  await ask("/a");
  const other = await ask("/a", init);
  expect(asked).toHaveLength(2);
  expect(await other.text()).toBe(init.method === "HEAD" ? "" : '[{"n":2}]');
});

test("after a change all is read anew, and what was being read then is nobody else's", async () => {
  let first!: (response: Response) => void;
  answer = () => new Promise((resolve) => (first = resolve));
  const early = ask("/a");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  reads.forget();
  answer = () => Promise.resolve(Response.json("new"));
  expect(await (await ask("/a")).json()).toBe("new");
  first(Response.json("old"));
  expect(await (await early).json()).toBe("old");
  expect(await (await ask("/a")).json()).toBe("new");
  expect(asked).toHaveLength(2);
});

test("after a while too", async () => {
  await ask("/a");
  now += 2_100;
  await ask("/a");
  expect(asked).toHaveLength(2);
});

test.each<[string, () => Promise<Response>]>([
  ["an error", () => Promise.resolve(new Response("no", { status: 503 }))],
  ["a long list", () => Promise.resolve(Response.json("x".repeat(70_000)))],
])("%s is not kept", async (_what, told) => {
  answer = told;
  await ask("/a");
  await ask("/a");
  expect(asked).toHaveLength(2);
});

test("nor is a failure, which is told to all who wait for it", async () => {
  answer = () => Promise.reject(new Error("away"));
  const both = await Promise.allSettled([ask("/a"), ask("/a")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  answer = () => Promise.resolve(Response.json("back"));
  expect(await (await ask("/a")).json()).toBe("back");
});

test("while changes go unheard, everything is read", async () => {
  await ask("/a");
  told = false;
  await ask("/a");
  await ask("/a");
  expect(asked).toHaveLength(3);
});

test("what may write goes straight through", async () => {
  await ask("/rpc/search", { method: "POST", body: "{}" });
  await ask("/rpc/search", { method: "POST", body: "{}" });
  expect(asked).toHaveLength(2);
});
