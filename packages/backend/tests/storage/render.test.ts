import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readFixture, noFixtures } from "./fixtures.ts";
import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let name: string;
beforeAll(async () => {
  fixture = await startStorageFixture();
  name = await store(await picture("png", 300, 200), "png");
});
afterAll(() => fixture.close());

async function store(content: Buffer<ArrayBuffer>, extension: string, type = `image/${extension}`) {
  const path = fixture.name(extension);
  const { error } = await fixture.owner.photos.upload(path, content, { contentType: type });
  expect(error).toBeNull();
  return path;
}

const address = (path: string, query: string) =>
  `${fixture.site.url}/storage/v1/render/image/public/photos/${path}${query}`;

async function rendered(path: string, query: string, accept = "*/*") {
  const answer = await fetch(address(path, query), { headers: { accept } });
  expect(answer.status).toBe(200);
  const image = Buffer.from(await answer.arrayBuffer());
  const { format, width, height, compression } = await sharp(image).metadata();
  return { answer, image, format: compression === "av1" ? "avif" : format, width, height };
}

describe("size", () => {
  test.each([
    ["?width=150", 150, 100],
    ["?height=50", 75, 50],
    ["?width=100&height=100", 100, 100],
    ["?width=100&height=100&resize=contain", 100, 67],
    ["?width=100&height=100&resize=fill", 100, 100],
    ["?width=9999&resize=contain", 300, 200],
    ["?width=0&height=0", 300, 200],
    ["", 300, 200],
  ])("%s", async (query, width, height) => {
    expect(await rendered(name, query)).toMatchObject({ width, height, format: "png" });
  });

  test("is set through supabase-js", async () => {
    const transform = { width: 60, height: 60, quality: 40, format: "origin" } as const;
    const { data } = fixture.visitor.photos.getPublicUrl(name, { transform });
    expect(data.publicUrl).toContain("/render/image/public/");
    expect((await fetch(data.publicUrl)).headers.get("content-type")).toBe("image/png");
    const { data: blob } = await fixture.owner.photos.download(name, { transform });
    expect(await sharp(Buffer.from(await blob!.arrayBuffer())).metadata()).toMatchObject({
      width: 60,
    });
  });
});

describe("format", () => {
  const BROWSER = "image/avif,image/webp,image/*,*/*;q=0.8";

  test("is WebP for clients that accept it, otherwise the original", async () => {
    const modern = await rendered(name, "?width=50", BROWSER);
    expect(modern).toMatchObject({ format: "webp" });
    const plain = await rendered(name, "?width=50");
    expect(plain).toMatchObject({ format: "png" });
    for (const { answer } of [modern, plain])
      expect(answer.headers.get("vary")).toContain("Accept");
    expect(modern.answer.headers.get("etag")).not.toBe(plain.answer.headers.get("etag"));
  });

  test("is AVIF without a request if the bucket says so", async () => {
    const { pool } = fixture.site.backend;
    await pool.query("update storage.buckets set avif_autodetection = true where id = 'photos'");
    expect(await rendered(name, "?width=40", BROWSER)).toMatchObject({ format: "avif" });
    await pool.query("update storage.buckets set avif_autodetection = false where id = 'photos'");
  });

  test.each(["avif", "webp"])("is %s on request", async (format) => {
    const result = await rendered(name, `?width=50&format=${format}`);
    expect(result).toMatchObject({ format });
    expect(result.answer.headers.get("content-type")).toBe(`image/${format}`);
    expect(result.answer.headers.get("vary") ?? "").not.toContain("Accept");
  });

  test("lower quality gives fewer bytes", async () => {
    const best = await rendered(name, "?format=webp&quality=100");
    const worst = await rendered(name, "?format=webp&quality=20");
    expect(worst.image.length).toBeLessThan(best.image.length / 2);
  });
});

test.each([
  ["?width=50&height=40&quality=60", "height:40,width:50,resizing_type:fill,quality:60"],
  ["?width=50&resize=contain&format=webp", "width:50,resizing_type:fit,format:webp"],
  ["?height=50&resize=fill&format=origin", "height:50,resizing_type:force"],
  ["?width=9000", "width:2500,resizing_type:fill"],
  ["", null],
])("%s tells what was done: %s", async (query, expected) => {
  const { answer } = await rendered(name, query);
  expect(answer.headers.get("x-transformations")).toBe(expected);
});

test("supports caching headers, 304 and HEAD", async () => {
  const { answer, image } = await rendered(name, "?width=70");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "max-age=3600",
    "x-content-type-options": "nosniff",
    "content-length": String(image.length),
  });
  const etag = answer.headers.get("etag")!;
  const again = await fetch(address(name, "?width=70"), { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  const head = await fetch(address(name, "?width=70"), { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(image.length));
});

test.each([
  "?width=a",
  "?width=-1",
  "?width=1.5",
  "?width=1e999",
  "?quality=19",
  "?quality=101",
  "?resize=stretch",
  "?format=bmp",
])("refused: %s", async (query) => {
  const answer = await fetch(address(name, query));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ statusCode: "400", error: "InvalidRequest" });
});

test("missing files, and files that are no image", async () => {
  const missing = await fetch(address(`${name}x`, "?width=10"));
  expect(await missing.json()).toMatchObject({ statusCode: "404", error: "not_found" });
  await fixture.service.client.storage.createBucket("texts", { public: true });
  await fixture.service.client.storage.from("texts").upload("a.txt", "no picture");
  const text = await fetch(
    `${fixture.site.url}/storage/v1/render/image/public/texts/a.txt?width=10`,
  );
  expect(text.status).toBe(400);
  expect(await text.json()).toMatchObject({
    message: "The source image is invalid or unsupported for rendering",
  });
});

test("a private image has an address signed for one size", async () => {
  await fixture.service.client.storage.createBucket("album", { public: false });
  const album = fixture.service.client.storage.from("album");
  await album.upload("a.png", await picture("png"), { contentType: "image/png" });
  const { data } = await album.createSignedUrl("a.png", 60, { transform: { width: 30 } });
  const answer = await fetch(`${data!.signedUrl}&width=99`);
  const image = sharp(Buffer.from(await answer.arrayBuffer()));
  expect(await image.metadata()).toMatchObject({ width: 30 });
});

test("parallel equal requests share the work, later ones the result; deletion drops it", async () => {
  const path = await store(await picture("png", 400, 400), "png");
  const urls = Array.from({ length: 20 }, () => address(path, "?width=123"));
  const images = await Promise.all(
    urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  );
  expect(new Set(images.map((image) => image.toString("base64"))).size).toBe(1);

  const { data: info } = await fixture.owner.photos.info(path);
  const folder = join(
    fixture.site.dataDir,
    "storage/variants",
    info!.version.slice(0, 2),
    info!.version,
  );
  expect(await readdir(folder)).toEqual(["123x-cover-q80.png"]);
  await fixture.owner.photos.remove([path]);
  await expect(readdir(folder)).rejects.toThrow("ENOENT");
  expect((await fetch(address(path, "?width=123"))).status).toBe(400);
});

describe.skipIf(noFixtures)("real photos", () => {
  test.each([
    ["2569067123_aca715a2ee_o.jpg", 400, 327],
    ["Landscape_6.jpg", 400, 300],
    ["Portrait_8.jpg", 400, 533],
    ["pitm.avif", 400, 78],
    ["rotating-squares.gif", 80, 80],
    ["16-bit-grey-alpha.png", 109, 96],
  ])("%s, upright and small", async (file, width, height) => {
    const type = { jpg: "jpeg" }[file.split(".").at(-1)!] ?? file.split(".").at(-1)!;
    const path = await store(await readFixture(file), type);
    const result = await rendered(path, "?width=400&format=webp");
    expect(result).toMatchObject({ format: "webp", width, height });
    expect(result.image.length).toBeLessThan(60_000);
  });
});
