import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startStorageFixture, type StorageFixture } from "./personas.ts";

const NAMES = ["b.txt", "a.txt", "C.txt", "x/1.txt", "x/2.txt", "x/y/3.txt", "x_/4.txt"];

let fixture: StorageFixture;
let storage: SupabaseClient["storage"];
beforeAll(async () => {
  fixture = await startStorageFixture();
  storage = fixture.service.client.storage;
  await storage.createBucket("files", { public: true });
  for (const name of NAMES) await files().upload(name, name);
});
afterAll(() => fixture.close());

const files = () => storage.from("files");
type Options = NonNullable<Parameters<ReturnType<typeof files>["listV2"]>[0]>;

/** Every name, page by page, with folders if there is a delimiter. */
async function pages(options: Options): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const { data, error } = await files().listV2({ ...options, ...(cursor && { cursor }) });
    expect(error).toBeNull();
    found.push([...data!.folders, ...data!.objects].map(({ name }) => name));
    expect(data!.hasNext).toBe(data!.nextCursor !== undefined);
    if (!data!.hasNext) return found;
    cursor = data!.nextCursor;
  }
}

describe("the second list", () => {
  test("shows complete names across folders", async () => {
    const { data } = await files().listV2();
    expect(data).toMatchObject({ hasNext: false, folders: [] });
    expect(data!.objects.map(({ name }) => name)).toEqual(NAMES.toSorted());
    expect(data!.objects[0]).toEqual({
      name: "C.txt",
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: expect.objectContaining({ size: 5 }),
    });
  });

  test("filters by a prefix, which is no pattern and need not be a folder", async () => {
    expect(await pages({ prefix: "x" })).toEqual([["x/1.txt", "x/2.txt", "x/y/3.txt", "x_/4.txt"]]);
    expect(await pages({ prefix: "x_" })).toEqual([["x_/4.txt"]]);
    expect(await pages({ prefix: "x/1.txt", exactMatch: true })).toEqual([["x/1.txt"]]);
    expect(await pages({ prefix: "x/", exactMatch: true })).toEqual([[]]);
  });

  test("separates folders with a delimiter", async () => {
    const { data } = await files().listV2({ with_delimiter: true });
    expect(data!.folders).toEqual([
      { name: "x/", key: "x" },
      { name: "x_/", key: "x_" },
    ]);
    expect(data!.objects.map(({ name }) => name)).toEqual(["C.txt", "a.txt", "b.txt"]);
    const inside = await files().listV2({ with_delimiter: true, prefix: "x/" });
    expect(inside.data!.folders).toEqual([{ name: "x/y/", key: "y" }]);
    expect(inside.data!.objects.map(({ key }) => key)).toEqual(["1.txt", "2.txt"]);
  });

  test.each<Options>([
    {},
    { sortBy: { column: "name", order: "desc" } },
    { sortBy: { column: "created_at" } },
    { sortBy: { column: "updated_at", order: "desc" } },
    { with_delimiter: true },
    { with_delimiter: true, sortBy: { column: "created_at", order: "asc" } },
    { prefix: "x/", with_delimiter: true, sortBy: { column: "name", order: "desc" } },
  ])("continues after the previous page: %j", async (options) => {
    const [all] = await pages(options);
    for (const limit of [1, 2, 5]) {
      const parts = await pages({ ...options, limit });
      expect(parts.slice(0, -1).every((part) => part.length === limit)).toBe(true);
      // Folders come first within a page, as in the answer.
      const sorted = (names: string[]) => (options.with_delimiter ? names.toSorted() : names);
      expect(sorted(parts.flat())).toEqual(sorted(all!));
    }
  });

  test("refuses invalid parameters, including cursors of no page", async () => {
    const forged = Buffer.from(
      JSON.stringify({ column: "created_at", order: "asc", name: "a", sorted: "'; drop" }),
    ).toString("base64url");
    for (const options of [
      { limit: 0 },
      { cursor: "x" },
      { cursor: forged },
      { cursor: Buffer.from('{"column":"name;"}').toString("base64url") },
      { sortBy: { column: "owner" } },
      { noncurrentVersions: "only" },
    ]) {
      const { error } = await files().listV2(options as Options);
      expect(error).toMatchObject({ statusCode: "400" });
      expect(error!.message).not.toMatch(/select|syntax/i);
    }
  });

  test("shows only files that a policy allows", async () => {
    const { data } = await fixture.stranger.client.storage.from("files").listV2();
    expect(data).toEqual({ hasNext: false, folders: [], objects: [] });
  });
});

test("the first list finds an exact name", async () => {
  const { data } = await files().list("a.txt", { exactMatch: true });
  expect(data).toEqual([]);
  const found = await files().list("x", { exactMatch: false, noncurrentVersions: "exclude" });
  expect(found.data).toHaveLength(3);
});

describe("buckets", () => {
  test("are listed in pages, in other orders, and searched", async () => {
    for (const name of ["Prod-a", "prod-b", "test"])
      await storage.createBucket(name, { public: false });
    const names = async (options: Parameters<typeof storage.listBuckets>[0]) =>
      (await storage.listBuckets(options)).data?.map(({ name }) => name);
    expect(await names({ search: "PROD", sortColumn: "created_at", sortOrder: "desc" })).toEqual([
      "prod-b",
      "Prod-a",
    ]);
    expect(await names({ search: "%" })).toEqual([]);
    expect(await names({ sortColumn: "created_at", limit: 2, offset: 1 })).toHaveLength(2);
    const { error } = await storage.listBuckets({ sortColumn: "owner; drop" as "name" });
    expect(error).toMatchObject({ statusCode: "400" });
    expect((await storage.listBuckets({ limit: 0 })).error).toMatchObject({ statusCode: "400" });
  });

  test("are listed for nobody without a key", async () => {
    const answer = await fetch(`${fixture.site.url}/storage/v1/bucket`);
    expect(await answer.json()).toEqual({
      statusCode: "403",
      code: "AccessDenied",
      error: "Unauthorized",
      message: "Invalid Compact JWS",
    });
  });

  test("are of the standard type, without versions, lifecycle rules or a CDN", async () => {
    const listed = (await storage.listBuckets()).data!;
    expect(listed.find(({ id }) => id === "files")).toMatchObject({ type: "STANDARD" });
    // As hosted, where only the list tells the type.
    expect((await storage.getBucket("files")).data).not.toHaveProperty("type");
    const refused = [
      storage.createBucket("lake", { public: false, type: "ANALYTICS" }),
      storage.createBucket("kept", { public: false, versioningStatus: "ENABLED" }),
      storage.updateBucket("files", { public: true, versioningStatus: "ENABLED" }),
    ];
    for (const request of refused)
      expect((await request).error).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
    const absent = [
      storage.getBucketLifecycle("files"),
      storage.deleteBucketLifecycle("files"),
      storage.purgeBucketCache("files"),
      files().purgeCache("a.txt"),
    ];
    for (const request of absent)
      expect((await request).error).toMatchObject({ statusCode: "404", code: "NotFound" });
    expect((await storage.getBucket("lake")).error).toMatchObject({ statusCode: "404" });
  });
});

describe("unsupported features are refused, never ignored", () => {
  const versionId = "1";

  test("a version", async () => {
    for (const request of [
      files().info("a.txt", { versionId }),
      files().createSignedUrl("a.txt", 60, { versionId }),
      files().copy("a.txt", "z.txt", { sourceVersionId: versionId }),
      files().move("a.txt", "z.txt", { sourceVersionId: versionId }),
      files().remove([{ path: "a.txt", versionId }]),
    ]) {
      expect((await request).error).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
    }
    const { publicUrl } = files().getPublicUrl("a.txt", { versionId }).data;
    expect((await fetch(publicUrl)).status).toBe(400);
    expect((await files().exists("a.txt")).data).toBe(true);
    expect((await files().exists("z.txt")).data).toBe(false);
  });

  test("a content encoding, and another type for a copy", async () => {
    const encoded = { contentType: "text/plain", contentEncoding: "gzip" };
    for (const body of ["abc", new Blob(["abc"], { type: "text/plain" })]) {
      const { error } = await files().upload("z.gz", body, encoded);
      expect(error).toMatchObject({ statusCode: "415" });
    }
    const html = { copyMetadata: false, metadata: { mimetype: "text/html" } };
    expect((await files().copy("a.txt", "z.html", html)).error).toMatchObject({
      statusCode: "400",
    });
  });

  test("a resumable upload", async () => {
    const answer = await fetch(`${fixture.site.url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: { "tus-resumable": "1.0.0", "upload-length": "3" },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: "404", code: "NotSupported" });
  });
});

test("a copy keeps its file's metadata, or gets new metadata", async () => {
  await files().upload("known.txt", "x", { cacheControl: "60" });
  await files().copy("known.txt", "same.txt");
  await files().copy("known.txt", "other.txt", {
    copyMetadata: false,
    metadata: { cacheControl: "max-age=5" },
  });
  expect((await files().info("same.txt")).data).toMatchObject({ cacheControl: "max-age=60" });
  const other = await files().info("other.txt");
  expect(other.data).toMatchObject({ cacheControl: "max-age=5" });
});

test("signed addresses of several files are answered one by one", async () => {
  const { data } = await files().createSignedUrls(["a.txt", "none.txt"], 60, { download: "b c" });
  expect(data!.map(({ path, error }) => [path, error === null])).toEqual([
    ["a.txt", true],
    ["none.txt", false],
  ]);
  const answer = await fetch(data![0]!.signedUrl!);
  expect(await answer.text()).toBe("a.txt");
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  expect(data![1]!.signedUrl).toBeNull();
});
