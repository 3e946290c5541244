import { Hono } from "hono";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { staticFiles } from "./static-files.ts";

let folder: string;
let app: Hono;
const script = "x".repeat(2_000);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "maillotheque-static-"));
  await mkdir(join(folder, "public/assets"), { recursive: true });
  await writeFile(join(folder, "public/assets/a-1.js"), script);
  await writeFile(join(folder, "public/assets/a-1.js.br"), "brotli");
  await writeFile(join(folder, "public/robots.txt"), "User-agent: *\n");
  await writeFile(join(folder, "secret.txt"), "secret");
  app = new Hono().route("/", staticFiles(join(folder, "public")));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("caches files with a hash for ever, others for an hour", async () => {
  const asset = await app.request("/assets/a-1.js");
  expect(await asset.text()).toBe(script);
  expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const robots = await app.request("/robots.txt");
  expect(robots.headers.get("cache-control")).toBe("public, max-age=3600");
});

test("sends the compressed copy to clients that accept it", async () => {
  const asset = await app.request("/assets/a-1.js", { headers: { "accept-encoding": "br" } });
  expect(asset.headers.get("content-encoding")).toBe("br");
  expect(asset.headers.get("content-length")).toBe("6");
  expect(await asset.text()).toBe("brotli");
});

test("answers 304 for a known version; HEAD has no body", async () => {
  const head = await app.request("/robots.txt", { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe("14");
  expect(await head.text()).toBe("");
  // Hono computes the tag from the body, so HEAD has none.
  const etag = (await app.request("/robots.txt")).headers.get("etag") ?? "";
  const again = await app.request("/robots.txt", { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  expect(again.headers.get("cache-control")).toBe("public, max-age=3600");
});

test("answers 404 for files that a newer build removed", async () => {
  const asset = join(folder, "public/assets/b-1.js");
  await writeFile(asset, script);
  expect((await app.request("/assets/b-1.js")).status).toBe(200);
  await rm(asset);
  const gone = await app.request("/assets/b-1.js");
  expect(gone.status).toBe(404);
  expect(gone.headers.get("cache-control")).toBeNull();
});

test.each([
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "/assets",
  "/assets/",
  "/",
  "/nothing.js",
])("%s is not a file", async (path) => {
  const response = await app.request(path);
  expect(response.status).toBe(404);
});
