import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asFile, picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let webp: Buffer<ArrayBuffer>;
beforeAll(async () => {
  fixture = await startStorageFixture();
  webp = await picture();
});
afterAll(() => fixture.close());

const options = { contentType: "image/webp", cacheControl: "3600" };

async function publicBytes(name: string): Promise<Buffer> {
  const { data } = fixture.visitor.photos.getPublicUrl(name);
  const answer = await fetch(data.publicUrl);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe("every way in which supabase-js sends a file", () => {
  test("a File, as a form of the browser", async () => {
    const name = fixture.name();
    const { data, error } = await fixture.owner.photos.upload(
      name,
      asFile(webp, "photo.webp", "image/webp"),
      { cacheControl: "3600" },
    );
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path: name, fullPath: `photos/${name}` });
    expect(await publicBytes(name)).toEqual(webp);

    const { data: info } = await fixture.owner.photos.info(name);
    expect(info).toMatchObject({
      id: data!.id,
      name,
      size: webp.length,
      contentType: "image/webp",
      cacheControl: "max-age=3600",
      metadata: {},
    });
  });

  test.each([
    ["a Buffer", () => webp],
    ["an ArrayBuffer", () => new Uint8Array(webp).buffer],
    ["a Blob", () => new Blob([webp], { type: "image/webp" })],
    ["a stream", () => new Blob([webp]).stream()],
  ])("%s", async (_kind, body) => {
    const name = fixture.name();
    const { error } = await fixture.owner.photos.upload(name, body(), options);
    expect(error).toBeNull();
    expect(await publicBytes(name)).toEqual(webp);
  });

  test("a string, if the bucket accepts text", async () => {
    await fixture.service.client.storage.createBucket("notes", { public: true });
    const notes = fixture.service.client.storage.from("notes");
    expect((await notes.upload("a.txt", "bonjour")).error).toBeNull();
    const { data } = await notes.download("a.txt");
    expect(await data!.text()).toBe("bonjour");
  });
});

test("no way stores metadata of one's own, which no quota counts", async () => {
  const { photos, token, id } = fixture.owner;
  const [plain, form, signed, copied] = [1, 2, 3, 4].map(() => fixture.name()) as [
    string,
    string,
    string,
    string,
  ];
  await photos.upload(plain, webp, options);
  const metadata = { made: "by hand", filler: "x".repeat(5000) };
  const refused = [
    photos.upload(form, webp, { ...options, metadata }),
    photos.update(plain, webp, { ...options, metadata: { withheld: true } }),
    photos.upload(form, asFile(webp, "photo.webp", "image/webp"), { metadata }),
    photos.uploadToSignedUrl(
      signed,
      (await photos.createSignedUploadUrl(signed)).data!.token,
      asFile(webp, "photo.webp", "image/webp"),
      { metadata: { né: "en été" } },
    ),
    fixture.service.photos.upload(form, webp, { ...options, metadata }),
  ];
  for (const request of refused) {
    expect((await request).error).toMatchObject({
      status: 400,
      statusCode: "400",
      code: "InvalidRequest",
      message: "User metadata is not stored",
    });
  }
  for (const route of ["copy", "move"]) {
    const answer = await fetch(`${fixture.site.url}/storage/v1/object/${route}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "x-metadata": Buffer.from(JSON.stringify(metadata)).toString("base64"),
      },
      body: JSON.stringify({ bucketId: "photos", sourceKey: plain, destinationKey: copied }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: "User metadata is not stored" });
  }
  const { rows } = await fixture.site.backend.pool.query(
    "select from storage.objects where name like $1 and user_metadata is not null",
    [`${id}/%`],
  );
  expect(rows).toEqual([]);
});

describe("an existing name", () => {
  test("is refused", async () => {
    const name = fixture.name();
    await fixture.owner.photos.upload(name, webp, options);
    const { error } = await fixture.owner.photos.upload(name, webp, options);
    expect(error).toMatchObject({ statusCode: "409", message: "The resource already exists" });
  });

  test.each(["upsert", "update"] as const)("is replaced by %s", async (how) => {
    const name = fixture.name();
    const before = await fixture.owner.photos.upload(name, webp, options);
    const other = await picture("webp", 60, 60);
    const after =
      how === "update"
        ? await fixture.owner.photos.update(name, other, options)
        : await fixture.owner.photos.upload(name, other, { ...options, upsert: true });
    expect(after.error).toBeNull();
    expect(after.data!.id).toBe(before.data!.id);
    expect(await publicBytes(name)).toEqual(other);
  });
});

describe("a refused upload", () => {
  test.each([
    ["that climbs", "../x.webp"],
    ["with an empty folder", "a//b.webp"],
    ["that stays", "a/./b.webp"],
    ["with an accent", "é.webp"],
    ["with a null byte", "a\0b.webp"],
    ["too long", "x".repeat(1025)],
  ])("a name %s", async (_kind, bad) => {
    const answer = await fetch(
      `${fixture.site.url}/storage/v1/object/photos/${encodeURIComponent(`${fixture.owner.id}/${bad}`)}`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${fixture.owner.token}`, "content-type": "image/webp" },
        body: webp,
      },
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: "400", error: "InvalidKey" });
  });

  test("to a missing bucket", async () => {
    const { error } = await fixture.owner.client.storage.from("nowhere").upload("a.webp", webp);
    expect(error).toMatchObject({ statusCode: "404", message: "Bucket not found" });
  });

  test("with a type that the bucket refuses", async () => {
    const { error } = await fixture.owner.photos.upload(fixture.name("pdf"), webp, {
      contentType: "application/pdf",
    });
    expect(error).toMatchObject({
      statusCode: "415",
      message: "mime type application/pdf is not supported",
    });
  });

  test.each(["form", "raw"])("above the bucket's limit, as %s", async (kind) => {
    const large = Buffer.concat([webp, Buffer.alloc(10 * 1024 * 1024)]);
    const body = kind === "form" ? asFile(large, "large.webp", "image/webp") : large;
    const { error } = await fixture.owner.photos.upload(fixture.name(), body, options);
    expect(error).toMatchObject({
      statusCode: "413",
      message: "The object exceeded the maximum allowed size",
    });
  });

  test("above the bucket's limit, without a length in advance", async () => {
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 12) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const { error } = await fixture.owner.photos.upload(fixture.name(), endless, options);
    expect(error).toMatchObject({ statusCode: "413" });
  });

  test("as a form without a file, or cut off", async () => {
    const post = (body: BodyInit, type?: string) =>
      fetch(`${fixture.site.url}/storage/v1/object/photos/${fixture.name()}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${fixture.owner.token}`,
          ...(type && { "content-type": type }),
        },
        body,
      });
    const empty = new FormData();
    empty.set("cacheControl", "3600");
    expect((await post(empty)).status).toBe(400);
    const boundary = "multipart/form-data; boundary=xx";
    const start = '--xx\r\ncontent-disposition: form-data; name=""; filename="a.webp"\r\n';
    for (const body of ["", "--xx", start, `${start}content-type: image/webp\r\n\r\nRIFF`]) {
      const answer = await post(body, boundary);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ statusCode: "400" });
    }
    expect((await post("--xx", "multipart/form-data")).status).toBe(400);
  });
});

test.each(["form", "raw"])("an upload aborted halfway leaves nothing, as %s", async (kind) => {
  const name = fixture.name();
  const boundary = '--xx\r\ncontent-disposition: form-data; name=""; filename="a.webp"\r\n';
  const head = Buffer.from(`${boundary}content-type: image/webp\r\n\r\n`);
  const abort = new AbortController();
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(Buffer.concat([kind === "form" ? head : head.subarray(0, 0), webp])),
  });
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: {
      authorization: `Bearer ${fixture.owner.token}`,
      "content-type": kind === "form" ? "multipart/form-data; boundary=xx" : "image/webp",
    },
    body: endless,
    duplex: "half",
    signal: abort.signal,
  };
  const request = fetch(`${fixture.site.url}/storage/v1/object/photos/${name}`, init);
  const incoming = join(fixture.site.dataDir, "storage/incoming");
  await expect.poll(() => readdir(incoming)).toHaveLength(1);
  abort.abort();
  await expect(request).rejects.toThrow("aborted");
  await expect.poll(() => readdir(incoming)).toHaveLength(0);
  expect((await fixture.owner.photos.info(name)).error).toMatchObject({ statusCode: "404" });
});
