import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { retireAddressSecrets, rotateAddressSecret } from "../../src/storage/signed-address.ts";
import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let content: Buffer<ArrayBuffer>;
let url: string;
let name: string;
beforeAll(async () => {
  fixture = await startStorageFixture();
  content = await picture();
  name = fixture.name();
  await fixture.owner.photos.upload(name, content, { contentType: "image/webp" });
  url = fixture.visitor.photos.getPublicUrl(name).data.publicUrl;
});
afterAll(() => fixture.close());

const get = (headers: Record<string, string> = {}, method = "GET") =>
  fetch(url, { headers, method });
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("a public file", () => {
  test("has the headers that caches and browsers need", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-length": String(content.length),
      "cache-control": "max-age=3600",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      "last-modified": expect.stringMatching(/GMT$/),
    });
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(await bytes(answer)).toEqual(content);
  });

  test("answers HEAD with the same headers and no content", async () => {
    const [head, whole] = [await get({}, "HEAD"), await get()];
    await whole.arrayBuffer();
    expect(head.status).toBe(200);
    expect(await bytes(head)).toHaveLength(0);
    for (const header of ["content-length", "etag", "content-type", "cache-control"]) {
      expect(head.headers.get(header)).toBe(whole.headers.get(header));
    }
  });

  test("is not sent again to a client that has it", async () => {
    const first = await get();
    await first.arrayBuffer();
    const etag = first.headers.get("etag")!;
    const modified = first.headers.get("last-modified")!;
    const holding: Record<string, string>[] = [
      { "if-none-match": etag },
      { "if-none-match": `"other", W/${etag}` },
      { "if-none-match": "*" },
      { "if-modified-since": modified },
    ];
    for (const condition of holding) {
      const answer = await get(condition);
      expect(answer.status).toBe(304);
      expect(answer.headers.get("etag")).toBe(etag);
      expect(await bytes(answer)).toHaveLength(0);
    }
    const outdated: Record<string, string>[] = [
      { "if-none-match": '"other"', "if-modified-since": modified },
      { "if-modified-since": "Thu, 01 Jan 2015 00:00:00 GMT" },
      { "if-modified-since": "yesterday" },
    ];
    for (const condition of outdated) {
      const answer = await get(condition);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  });

  test.each([
    ["bytes=0-9", 0, 9],
    ["bytes=10-", 10, undefined],
    ["bytes=-10", -10, undefined],
    ["bytes=5-999999999", 5, undefined],
  ])("in part: %s", async (range, start, end) => {
    const answer = await get({ range });
    const part = content.subarray(start, end === undefined ? undefined : end + 1);
    const first = content.indexOf(part);
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(
      `bytes ${first}-${first + part.length - 1}/${content.length}`,
    );
    expect(answer.headers.get("content-length")).toBe(String(part.length));
    expect(await bytes(answer)).toEqual(part);
  });

  test.each(["bytes=999999999-", "bytes=-0"])("refused out of bounds: %s", async (range) => {
    const answer = await get({ range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("content-range")).toBe(`bytes */${content.length}`);
    expect(await answer.json()).toMatchObject({ statusCode: "416" });
  });

  test.each(["bytes=0-1,4-5", "bytes=9-2", "bytes=a-b", "pages=1-2", "bytes=-"])(
    "sent whole when the range is invalid: %s",
    async (range) => {
      const answer = await get({ range });
      expect(answer.status).toBe(200);
      expect(await bytes(answer)).toEqual(content);
    },
  );

  test("sent whole when the range belongs to another version", async () => {
    const answer = await get({ range: "bytes=0-9", "if-range": '"other"' });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });

  test("is sent for saving under a chosen name", async () => {
    const { data } = fixture.visitor.photos.getPublicUrl(name, { download: 'été "1".webp' });
    const answer = await fetch(data.publicUrl);
    await answer.arrayBuffer();
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename=%C3%A9t%C3%A9%20%221%22.webp; filename*=UTF-8''%C3%A9t%C3%A9%20%221%22.webp",
    );
    const unnamed = await fetch(`${url}?download=`);
    await unnamed.arrayBuffer();
    expect(unnamed.headers.get("content-disposition")).toBe("attachment");
  });

  test("download, info and exists of supabase-js", async () => {
    const { data } = await fixture.visitor.photos.download(name);
    expect(Buffer.from(await data!.arrayBuffer())).toEqual(content);
    expect((await fixture.visitor.photos.exists(name)).data).toBe(true);
    expect((await fixture.visitor.photos.exists(`${name}x`)).data).toBe(false);
  });
});

test("answers 404 when missing", async () => {
  const base = `${fixture.site.url}/storage/v1/object`;
  for (const [path, error] of [
    [`/public/photos/${name}x`, "not_found"],
    ["/public/nowhere/a.webp", "Bucket not found"],
    [`/authenticated/photos/${name}x`, "not_found"],
    ["/info/public/photos/a.webp", "not_found"],
  ]) {
    const answer = await fetch(base + path);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ statusCode: "404", error });
  }
});

describe("a withheld file", () => {
  const withhold = (text: string) =>
    fixture.site.backend.pool.query(
      `update storage.objects set user_metadata = ${text} where name = $1`,
      [name],
    );

  test("answers as if it were private, and is back as it was", async () => {
    await withhold(`coalesce(user_metadata, '{}') || '{"withheld": true}'`);
    const rendered = url.replace("/object/public/", "/render/image/public/");
    for (const address of [url, `${rendered}?width=160`]) {
      const answer = await fetch(address);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.json()).toMatchObject({ message: "Bucket not found" });
    }
    await withhold("user_metadata - 'withheld'");
    expect((await get()).status).toBe(200);
  });

  test("is behind no signed address, and neither copied nor moved", async () => {
    const { photos } = fixture.owner;
    const signed = [
      await photos.createSignedUrl(name, 60),
      await photos.createSignedUrl(name, 60, { transform: { width: 160 } }),
    ].map(({ data }) => data!.signedUrl);
    const statuses = () =>
      Promise.all(signed.map(async (address) => (await fetch(address)).status));
    await withhold(`coalesce(user_metadata, '{}') || '{"withheld": true}'`);
    expect(await statuses()).toEqual([400, 400]);
    const { data: several } = await photos.createSignedUrls([name], 60);
    expect(several).toMatchObject([{ signedUrl: null }]);
    for (const { error } of [
      await photos.createSignedUrl(name, 60),
      await photos.copy(name, fixture.name()),
      await photos.move(name, fixture.name()),
    ]) {
      expect(error).toMatchObject({ statusCode: "404" });
    }
    // Its owner reads it still.
    expect((await photos.download(name)).error).toBeNull();
    await withhold("user_metadata - 'withheld'");
    expect(await statuses()).toEqual([200, 200]);
  });
});

describe("a private file", () => {
  const SECRET = "a folder/secret (1).txt";
  const files = () => fixture.service.client.storage.from("private");
  beforeAll(async () => {
    await fixture.service.client.storage.createBucket("private", { public: false });
    await files().upload(SECRET, "psst");
  });

  test("is readable only under a policy", async () => {
    expect(await (await files().download(SECRET)).data!.text()).toBe("psst");
    const { error } = await fixture.owner.client.storage.from("private").download(SECRET);
    expect(error).toBeTruthy();
    const base = `${fixture.site.url}/storage/v1/object`;
    const address = `private/${encodeURIComponent(SECRET)}`;
    for (const path of [`public/${address}`, `authenticated/${address}`, address]) {
      const answer = await fetch(`${base}/${path}`);
      expect(answer.status).toBe(400);
      await answer.json();
    }
  });

  test("is readable by a signed address", async () => {
    const { data } = await files().createSignedUrl(SECRET, 60);
    const answer = await fetch(data!.signedUrl);
    expect(await answer.text()).toBe("psst");
    expect(answer.headers.get("cache-control")).toMatch(/^private/);

    const { data: several } = await files().createSignedUrls([SECRET, "missing.txt"], 60);
    expect(several).toMatchObject([
      { error: null, path: SECRET, signedUrl: expect.any(String) },
      { error: expect.stringContaining("does not exist"), signedUrl: null },
    ]);
    expect(await (await fetch(several![0]!.signedUrl!)).text()).toBe("psst");
  });

  test("is refused for an address that was altered, has expired, or was signed for another purpose", async () => {
    await files().upload("other.txt", "other");
    const { data } = await files().createSignedUrl("other.txt", 60);
    const token = new URL(data!.signedUrl).searchParams.get("token")!;
    const address = (path: string, query: string) =>
      fetch(`${fixture.site.url}/storage/v1/object/sign/private/${path}?token=${query}`);
    const upload = await files().createSignedUploadUrl("new.txt");
    for (const [path, query] of [
      [encodeURIComponent(SECRET), token],
      ["other.txt", `${token}x`],
      ["other.txt", ""],
      ["other.txt", fixture.service.token],
      ["new.txt", upload.data!.token],
    ]) {
      const answer = await address(path!, query!);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: expect.stringMatching(/^Invalid(JWT|Signature)$/),
      });
    }
    const { error } = await fixture.owner.client.storage
      .from("private")
      .createSignedUrl("other.txt", 60);
    expect(error).toMatchObject({ statusCode: "404" });
  });

  test("is readable by an address of an earlier secret until it is retired", async () => {
    const { pool } = fixture.site.backend;
    const before = (await files().createSignedUrl(SECRET, 60)).data!.signedUrl;
    await rotateAddressSecret(pool);
    const after = (await files().createSignedUrl(SECRET, 60)).data!.signedUrl;
    const statuses = async () =>
      Promise.all([before, after].map(async (address) => (await fetch(address)).status));
    expect(await statuses()).toEqual([200, 200]);
    await retireAddressSecrets(pool);
    expect(await statuses()).toEqual([400, 200]);
  });

  test("can be written once by a signed address", async () => {
    const { data } = await fixture.owner.photos.createSignedUploadUrl(
      `${fixture.owner.id}/signed.webp`,
    );
    const send = () =>
      fixture.visitor.photos.uploadToSignedUrl(data!.path, data!.token, content, {
        contentType: "image/webp",
      });
    expect((await send()).error).toBeNull();
    expect((await send()).error).toMatchObject({ statusCode: "409" });
    expect((await fixture.owner.photos.info(data!.path)).data).toMatchObject({
      size: content.length,
    });
    const { error } = await fixture.stranger.photos.createSignedUploadUrl(
      `${fixture.owner.id}/x.webp`,
    );
    expect(error).toMatchObject({ statusCode: "403" });
  });
});

test("a row without a file is answered like a missing file, in every way of reading", async () => {
  const bare = fixture.name();
  await fixture.site.backend.pool.query(
    "insert into storage.objects (bucket_id, name, owner_id) values ('photos', $1, $2)",
    [bare, fixture.owner.id],
  );
  const { photos, token } = fixture.owner;
  const headers = { authorization: `Bearer ${token}` };
  const base = photos.getPublicUrl(bare).data.publicUrl;
  const addresses = [
    base,
    base.replace("/object/public/", "/object/info/public/"),
    base.replace("/object/public/", "/render/image/public/") + "?width=20",
    base.replace("/object/public/", "/object/authenticated/"),
    base.replace("/object/public/", "/render/image/authenticated/") + "?width=20",
  ];
  for (const address of addresses) {
    const answer = await fetch(address, { headers });
    expect([address, answer.status]).toEqual([address, 400]);
    expect(await answer.json()).toMatchObject({ statusCode: "404" });
  }
  for (const { error } of [
    await photos.createSignedUrl(bare, 60),
    await photos.copy(bare, fixture.name()),
  ]) {
    expect(error).toMatchObject({ statusCode: "404" });
  }
  expect((await photos.remove([bare])).error).toBeNull();
});
