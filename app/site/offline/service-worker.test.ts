import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/*
 * public/sw.js in a context of its own: a site that answers, stores as maps, and no network on request.
 */
const ORIGIN = "https://example.org";
const SCRIPT = readFileSync(join(import.meta.dirname, "../../../public/sw.js"), "utf8");
const STORED = "public, max-age=0, s-maxage=3";

let stores: Map<string, Map<string, Response>>;
let isOnline: boolean;
let answers: Record<string, () => Response>;
let requested: string[];
let handlers: Record<string, (event: object) => void>;

const pathOf = (request: { url: string } | string) =>
  typeof request === "string" ? request : request.url;
const absolute = (address: string) => new URL(address, ORIGIN).href;

function page(html: string, headers: Record<string, string> = {}, status = 200): Response {
  const all = new Headers({ "Content-Type": "text/html", "Cache-Control": STORED });
  all.set("Date", new Date().toUTCString());
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const response = new Response(html, { headers: all, status });
  const clone = () => page(html, Object.fromEntries(all), status);
  Object.defineProperties(response, { type: { value: "basic" }, clone: { value: clone } });
  return response;
}

function storeOf(name: string) {
  const entries = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, entries);
  return {
    async put(address: string, response: Response) {
      // Its body comes later.
      await new Promise(setImmediate);
      entries.set(absolute(address), response);
    },
    delete: async (request: Request | string) => entries.delete(absolute(pathOf(request))),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    match: async (request: Request | string) => entries.get(absolute(pathOf(request)))?.clone(),
  };
}

const caches = {
  open: async (name: string) => storeOf(name),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
};

async function fetchIt(request: Request | string): Promise<Response> {
  const { pathname, search } = new URL(pathOf(request), ORIGIN);
  if (!isOnline) throw new TypeError("Failed to fetch");
  requested.push(pathname + search);
  const answer = answers[pathname + search] ?? (() => page(`<title>${pathname}</title>`));
  return answer();
}

/** Runs a handler; resolves to the answer, undefined if the browser answers, and what it does beside. */
async function begin(kind: string, event: object = {}) {
  const work: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  handlers[kind]!({
    ...event,
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    respondWith: (promise: Promise<Response>) => (answer = promise),
  });
  return { response: await answer, work };
}

/** Runs a handler and all of its work. */
async function run(kind: string, event?: object): Promise<Response | undefined> {
  const { response, work } = await begin(kind, event);
  await Promise.all(work);
  return response;
}

const navigation = (path: string) => ({
  request: { url: ORIGIN + path, method: "GET", mode: "navigate" },
});

function open(path: string): Promise<Response | undefined> {
  return run("fetch", navigation(path));
}

/** A file, or data that the router reads. */
function read(path: string, mode = "cors"): Promise<Response | undefined> {
  return run("fetch", { request: { url: ORIGIN + path, method: "GET", mode } });
}

const data = () => page("[]", { "Content-Type": "text/x-script" });

const stored = (kind: string) =>
  [...(stores.get(`offline-3-${kind}`)?.keys() ?? [])].map((url) => url.slice(ORIGIN.length));

// The files of one worker share their clock: one that stands still would stop the tests that come after these.
afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  stores = new Map();
  isOnline = true;
  answers = {};
  requested = [];
  handlers = {};
  const globals = {
    addEventListener: (kind: string, handler: (event: object) => void) =>
      (handlers[kind] = handler),
    skipWaiting: async () => {},
    clients: { claim: async () => {}, matchAll: async () => [{ url: `${ORIGIN}/en/first` }] },
    location: { origin: ORIGIN },
  };
  class WorkerResponse {
    static redirect = (path: string) =>
      new Response(null, { status: 302, headers: { Location: absolute(path) } });
    static error = () => Response.error();
    constructor(title: string) {
      return page(title);
    }
  }
  runInNewContext(SCRIPT, {
    ...globals,
    self: globals,
    caches,
    fetch: fetchIt,
    Date,
    URL,
    URLSearchParams,
    Response: WorkerResponse,
  });
});

test("stores the offline page of the language that is open, with its files, and renews it after an hour", async () => {
  stores.set("offline-2", new Map());
  answers["/en/offline"] = () =>
    page("<script src='/assets/a-1.js'></script><link href='/assets/texts-1/en/common.json'>");
  await run("install");
  await run("activate");
  expect(stored("offline")).toEqual(["/en/offline"]);
  expect(stored("files").sort()).toEqual(["/assets/a-1.js", "/assets/texts-1/en/common.json"]);
  // What a former version stored goes.
  expect(stores.has("offline-2")).toBe(false);

  requested = [];
  await open("/en/trends");
  expect(requested).toEqual(["/en/trends"]);
  await open("/trends");
  expect(requested).toEqual(["/en/trends", "/trends", "/offline"]);
  vi.setSystemTime(Date.now() + 61 * 60_000);
  await open("/trends");
  expect(requested.slice(3)).toEqual(["/trends", "/offline"]);
});

test.each(["/trends", "/en/jersey/lens/home/2023/1"])("stores %s as it passes by", async (path) => {
  await open(path);
  expect(stored("pages")).toEqual([path]);
});

test.each([
  ["/trends.data?_routes=trends", "/trends"],
  ["/en.data", "/en"],
  ["/_.data?_routes=home", "/"],
])("stores what the router reads at %s as the page %s", async (address, path) => {
  answers[address] = data;
  await read(address);
  expect(stored("pages")).toEqual([path]);
  // With the offline page of its language, which opens it without a network.
  expect(requested[0]).toBe(address);
  expect(requested.slice(1)).toEqual([expect.stringMatching(/\/offline$/)]);
  isOnline = false;
  expect((await read(address))?.status).toBe(200);
  const from = encodeURIComponent(path);
  expect((await open(path))?.headers.get("Location")).toContain(`/offline?from=${from}`);
});

test.each([
  "/account",
  "/account/collection",
  "/en/admin",
  "/auth",
  "/auth?code=1",
  "/catalogue?color=red",
  "/catalogue.data?color=red&_routes=catalogue",
])("does not store %s", async (path) => {
  const answer = await (path.includes(".data") ? read(path) : open(path));
  expect(answer?.status).toBe(200);
  expect(stored("pages")).toEqual([]);
});

test("does not store what is private, failed, or read ahead", async () => {
  answers["/a"] = () => page("", { "Cache-Control": "private, no-cache" });
  answers["/b"] = () => page("", {}, 404);
  for (const path of ["/a", "/b"]) await open(path);
  expect(await read("/c.data", "no-cors")).toBeUndefined();
  expect(stored("pages")).toEqual([]);
});

test("leaves requests of a member and links of mails to the browser", async () => {
  for (const path of ["/rest/v1/copies", "/storage/v1/object/sign/copies/me/1.webp"]) {
    expect(await read(path)).toBeUndefined();
  }
  expect(await open("/auth/v1/verify?token=1")).toBeUndefined();
  expect(requested).toEqual([]);
});

test("answers pages and pictures from the store without a network only, files as soon as they are there", async () => {
  const picture = "/storage/v1/object/public/jerseys/1.webp";
  for (let n = 0; n < 2; n += 1) {
    await open("/trends");
    await read("/assets/trends-1.js");
    await read(picture);
  }
  const count = (path: string) => requested.filter((each) => each === path).length;
  expect([count("/trends"), count("/assets/trends-1.js"), count(picture)]).toEqual([2, 1, 2]);

  isOnline = false;
  for (const answer of [await open("/trends"), await read(picture)]) {
    expect(answer?.status).toBe(200);
  }
  await expect(read("/assets/other-1.js")).rejects.toThrow("Failed to fetch");
});

test("leads to the offline page of the language from a page that isn't stored", async () => {
  await open("/en/trends");
  isOnline = false;
  const answer = await open("/en/competitions?x=1");
  expect(answer?.headers.get("Location")).toBe(
    `${ORIGIN}/en/offline?from=%2Fen%2Fcompetitions%3Fx%3D1`,
  );
  expect((await open("/en/offline?from=%2Fen%2Fcompetitions"))?.status).toBe(200);
  // Never opened in Portuguese.
  expect((await open("/pt"))?.headers.get("Location")).toBe(`${ORIGIN}/en/offline?from=%2Fpt`);
});

test("keeps the forty pages that were opened last, and none above 150 kB", async () => {
  for (let n = 0; n < 45; n += 1) await open(`/page-${n}`);
  await open("/page-6");
  answers["/large"] = () => page("", { "Content-Length": "150001" });
  await open("/large");
  const pages = stored("pages");
  expect(pages).toHaveLength(40);
  expect([pages[0], pages.at(-1)]).toEqual(["/page-5", "/page-6"]);
});

test("doesn't show a page of more than thirty days ago", async () => {
  const old = new Date(Date.now() - 31 * 24 * 3600_000).toUTCString();
  answers["/old"] = () => page("", { Date: old });
  await open("/old");
  isOnline = false;
  expect((await open("/old"))?.headers.get("Location")).toContain("/offline?from=%2Fold");
});

test("stores the titles of stored pages only: nothing stays of one that is private", async () => {
  const member = "/member/zoe";
  answers[member] = () => page("", { "Cache-Control": "private, no-store" });
  for (const path of ["/trends", member, "/account/security"]) {
    await open(path);
    await run("message", { data: { path, title: path } });
  }
  expect(stored("titles")).toEqual(["/trends"]);
});

test("stores a title that comes while its page is still being stored", async () => {
  const { work } = await begin("fetch", navigation("/trends"));
  await run("message", { data: { path: "/trends", title: "Trends" } });
  await Promise.all(work);
  expect(stored("titles")).toEqual(["/trends"]);
});
