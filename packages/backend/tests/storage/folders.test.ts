import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
const files = () => fixture.service.client.storage.from("files");
beforeAll(async () => {
  fixture = await startStorageFixture();
  await fixture.service.client.storage.createBucket("files", { public: true });
  for (const name of ["b.txt", "a.txt", "C.txt", "x/1.txt", "x/2.txt", "x/y/3.txt", "100%/4.txt"]) {
    await files().upload(name, name);
  }
});
afterAll(() => fixture.close());

const names = (entries: { name: string }[] | null) => entries?.map((entry) => entry.name);

describe("list", () => {
  test("shows files and folders, folders without an id", async () => {
    const { data } = await files().list();
    expect(names(data)).toEqual(["a.txt", "b.txt", "C.txt", "x"]);
    expect(data!.at(-1)).toEqual({
      name: "x",
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data![0]).toMatchObject({
      id: expect.any(String),
      metadata: { size: 5, mimetype: "text/plain;charset=UTF-8", cacheControl: "max-age=3600" },
    });
  });

  test("lists a folder, with or without its slash", async () => {
    expect(names((await files().list("x")).data)).toEqual(["1.txt", "2.txt", "y"]);
    expect(names((await files().list("x/")).data)).toEqual(["1.txt", "2.txt", "y"]);
    expect(names((await files().list("x/y")).data)).toEqual(["3.txt"]);
    expect(names((await files().list("nothing_%")).data)).toEqual([]);
  });

  test("lists pages, other orders, and search results", async () => {
    expect(names((await files().list("", { limit: 2, offset: 1 })).data)).toEqual([
      "b.txt",
      "C.txt",
    ]);
    const backwards = { sortBy: { column: "name", order: "desc" } };
    expect(names((await files().list("", backwards)).data)).toEqual([
      "x",
      "C.txt",
      "b.txt",
      "a.txt",
    ]);
    const newest = { sortBy: { column: "created_at", order: "desc" } };
    expect(names((await files().list("x", newest)).data)).toEqual(["y", "2.txt", "1.txt"]);
    expect(names((await files().list("", { search: "c" })).data)).toEqual(["C.txt"]);
    expect(names((await files().list("", { search: "%" })).data)).toEqual([]);
  });

  test("refuses invalid parameters", async () => {
    for (const options of [
      { limit: 0 },
      { offset: -1 },
      { sortBy: { column: "name; drop table photos", order: "asc" } },
    ]) {
      expect((await files().list("", options)).error).toMatchObject({ statusCode: "400" });
    }
  });
});

describe("move and copy", () => {
  test("move leaves nothing at the old name", async () => {
    await files().upload("from.txt", "moved");
    expect((await files().move("from.txt", "to/here.txt")).error).toBeNull();
    expect((await files().exists("from.txt")).data).toBe(false);
    expect(await (await files().download("to/here.txt")).data!.text()).toBe("moved");
  });

  test("copy makes an independent file", async () => {
    await files().upload("one.txt", "content");
    const { data } = await files().copy("one.txt", "two.txt");
    expect(data).toEqual({ path: "files/two.txt" });
    await files().remove(["one.txt"]);
    expect(await (await files().download("two.txt")).data!.text()).toBe("content");
  });

  test("refuse an existing target and a missing source", async () => {
    expect((await files().move("a.txt", "b.txt")).error).toMatchObject({ statusCode: "409" });
    expect((await files().copy("a.txt", "b.txt")).error).toMatchObject({ statusCode: "409" });
    expect((await files().move("none.txt", "c.txt")).error).toMatchObject({ statusCode: "404" });
    expect((await files().copy("none.txt", "c.txt")).error).toMatchObject({ statusCode: "404" });
    expect((await files().copy("a.txt", "../c.txt")).error).toMatchObject({ statusCode: "400" });
  });
});

test("remove deletes several, and returns the existing ones", async () => {
  await files().upload("r1.txt", "1");
  await files().upload("r2.txt", "2");
  const { data } = await files().remove(["r1.txt", "r2.txt", "r3.txt", "../../etc/passwd"]);
  expect(names(data)!.sort()).toEqual(["r1.txt", "r2.txt"]);
  expect((await files().remove([])).error).toMatchObject({ statusCode: "400" });
});

test("one file can be deleted by its address", async () => {
  await files().upload("single.txt", "1");
  const erase = () =>
    fetch(`${fixture.site.url}/storage/v1/object/files/single.txt`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${fixture.service.token}` },
    });
  expect(await (await erase()).json()).toEqual({ message: "Successfully deleted" });
  expect(await (await erase()).json()).toMatchObject({ statusCode: "404", error: "not_found" });
});

describe("buckets, with the service key", () => {
  const buckets = () => fixture.service.client.storage;

  test("are created, changed, emptied and deleted", async () => {
    const limits = { public: true, fileSizeLimit: "2KB", allowedMimeTypes: ["text/*"] };
    expect((await buckets().createBucket("small", limits)).error).toBeNull();
    expect((await buckets().getBucket("small")).data).toMatchObject({
      id: "small",
      public: true,
      file_size_limit: 2000,
      allowed_mime_types: ["text/*"],
    });
    const small = buckets().from("small");
    expect((await small.upload("a.txt", "x".repeat(2000))).error).toBeNull();
    expect((await small.upload("b.txt", "x".repeat(2001))).error).toMatchObject({
      statusCode: "413",
    });
    const json = { contentType: "application/json" };
    expect((await small.upload("c.json", "{}", json)).error).toMatchObject({ statusCode: "415" });

    expect((await buckets().updateBucket("small", { public: false })).error).toBeNull();
    expect((await buckets().getBucket("small")).data).toMatchObject({
      public: false,
      file_size_limit: 2000,
    });
    expect((await buckets().deleteBucket("small")).error).toMatchObject({ statusCode: "409" });
    expect((await buckets().emptyBucket("small")).error).toBeNull();
    expect((await buckets().deleteBucket("small")).error).toBeNull();
    expect((await buckets().getBucket("small")).error).toMatchObject({ statusCode: "404" });
  });

  test("are listed, and not created twice", async () => {
    expect(names((await buckets().listBuckets()).data)).toEqual(["files", "photos"]);
    const twice = await buckets().createBucket("files", { public: true });
    expect(twice.error).toMatchObject({ statusCode: "409" });
    const bad = await buckets().createBucket("a/b", { public: true });
    expect(bad.error).toMatchObject({ statusCode: "400" });
  });
});

test.each([
  ["POST", "/upload/resumable"],
  ["PATCH", "/upload/resumable/abc"],
  ["GET", "/nothing/here"],
])("%s %s answers that it doesn't exist", async (method, path) => {
  const answer = await fetch(`${fixture.site.url}/storage/v1${path}`, { method });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ statusCode: "404" });
});

test("bodies that are no JSON or too long are refused", async () => {
  for (const body of ["{", "[]", "null", '{"prefix":1}', "x".repeat(2_000_000)]) {
    const answer = await fetch(`${fixture.site.url}/storage/v1/object/list/files`, {
      method: "POST",
      headers: { authorization: `Bearer ${fixture.service.token}` },
      body,
    });
    expect(answer.status).toBe(400);
    await answer.json();
  }
});
