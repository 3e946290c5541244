import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { asFile, picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";
import { startS3Server, type S3Server } from "./s3-server.ts";

let s3: S3Server;
let fixture: StorageFixture;
let webp: Buffer<ArrayBuffer>;
beforeAll(async () => {
  s3 = await startS3Server("files");
  fixture = await startStorageFixture({
    s3: {
      bucket: "files",
      endpoint: s3.endpoint,
      region: "eu-west-3",
      accessKeyId: "key",
      secretAccessKey: "secret",
    },
  });
  webp = await picture();
});
afterAll(async () => {
  await fixture.close();
  await s3.close();
});

const options = { contentType: "image/webp" };

test("files are stored in S3 and read back whole, in part and rendered", async () => {
  const name = fixture.name();
  const file = asFile(webp, "a.webp", "image/webp");
  expect((await fixture.owner.photos.upload(name, file)).error).toBeNull();
  const { data: info } = await fixture.owner.photos.info(name);
  expect([...s3.objects.keys()]).toEqual([`objects/${info!.version.slice(0, 2)}/${info!.version}`]);
  expect(await readdir(join(fixture.site.dataDir, "storage"))).not.toContain("objects");

  const { publicUrl } = fixture.visitor.photos.getPublicUrl(name).data;
  expect(Buffer.from(await (await fetch(publicUrl)).arrayBuffer())).toEqual(webp);
  const part = await fetch(publicUrl, { headers: { range: "bytes=4-9" } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(webp.subarray(4, 10));

  const small = fixture.visitor.photos.getPublicUrl(name, { transform: { width: 30 } }).data
    .publicUrl;
  const rendered = Buffer.from(await (await fetch(small)).arrayBuffer());
  expect(await sharp(rendered).metadata()).toMatchObject({ width: 30 });
});

test("copies, moves, replacements and deletions keep exactly the files of objects", async () => {
  const [one, two, three] = [fixture.name(), fixture.name(), fixture.name()];
  await fixture.owner.photos.upload(one, webp, options);
  expect((await fixture.owner.photos.copy(one, two)).error).toBeNull();
  expect((await fixture.owner.photos.move(one, three)).error).toBeNull();
  await fixture.owner.photos.update(three, await picture("webp", 20, 20), options);
  await fixture.owner.photos.remove([two]);
  const { rows } = await fixture.site.backend.pool.query("select version from storage.objects");
  const stored = [...s3.objects.keys()].map((key) => key.split("/").at(-1));
  expect(stored.sort()).toEqual(rows.map((row) => row.version).sort());
});

test("a failing store keeps no row, and a failed deletion is remembered", async () => {
  const [stored, failed] = [fixture.name(), fixture.name()];
  await fixture.owner.photos.upload(stored, webp, options);
  s3.failWith = 403;
  const { error } = await fixture.owner.photos.upload(failed, webp, options);
  expect(error).toMatchObject({ statusCode: "500", message: "Internal server error" });
  expect((await fixture.owner.photos.exists(failed)).data).toBe(false);
  expect((await fixture.owner.photos.remove([stored])).data).toHaveLength(1);
  s3.failWith = undefined;
  const { rows } = await fixture.site.backend.pool.query(
    "select version from backend.storage_leftovers",
  );
  expect(rows).toHaveLength(2);
});

test("a file missing from the store is not found", async () => {
  const name = fixture.name();
  await fixture.owner.photos.upload(name, webp, options);
  s3.objects.clear();
  const { error } = await fixture.owner.photos.copy(name, fixture.name());
  expect(error).toMatchObject({ statusCode: "404" });
  const answer = await fetch(fixture.visitor.photos.getPublicUrl(name).data.publicUrl);
  expect(await answer.json()).toMatchObject({ statusCode: "404" });
});
