import { afterAll, beforeAll, expect, test } from "vitest";

import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await startStorageFixture({ storage: { leastSides: { photos: 50 } } });
  const { storage } = fixture.service.client;
  await storage.createBucket("small", { public: false, allowedMimeTypes: ["image/webp"] });
  // As the bucket of photos: members write in their own folder.
  await fixture.site.backend.pool.query(
    `create policy "own small files" on storage.objects for all to authenticated
     using (bucket_id = 'small' and (storage.foldername(name))[1] = auth.uid()::text)`,
  );
});
afterAll(() => fixture.close());

const REFUSAL = {
  status: 400,
  statusCode: "403",
  message: "new row violates row-level security policy",
};
const webp = { contentType: "image/webp" };

test("a member takes no file from one bucket to another, which has other rules", async () => {
  const small = fixture.owner.client.storage.from("small");
  const { photos } = fixture.owner;
  const [tiny, gif, target] = [fixture.name(), fixture.name("gif"), fixture.name()];
  expect((await photos.upload(tiny, await picture("webp", 8, 8), webp)).error).toMatchObject({
    code: "ImageTooSmall",
  });
  expect((await small.upload(tiny, await picture("webp", 8, 8), webp)).error).toBeNull();
  expect(
    (await photos.upload(gif, await picture("gif"), { contentType: "image/gif" })).error,
  ).toBeNull();
  for (const { error } of [
    await small.copy(tiny, target, { destinationBucket: "photos" }),
    await small.move(tiny, target, { destinationBucket: "photos" }),
    await photos.copy(gif, gif, { destinationBucket: "small" }),
    await photos.move(gif, gif, { destinationBucket: "small" }),
  ]) {
    expect(error).toMatchObject(REFUSAL);
  }
  const { rows } = await fixture.site.backend.pool.query(
    "select bucket_id, name from storage.objects where name = any($1) order by 1",
    [[tiny, gif, target]],
  );
  expect(rows).toEqual([
    { bucket_id: "photos", name: gif },
    { bucket_id: "small", name: tiny },
  ]);
});

test("the service key does, of what the bucket takes", async () => {
  const photos = fixture.service.client.storage.from("photos");
  const [gif, other] = [fixture.name("gif"), fixture.name()];
  await photos.upload(gif, await picture("gif"), { contentType: "image/gif" });
  await photos.upload(other, await picture("webp"), webp);
  const destination = { destinationBucket: "small" };
  expect((await photos.copy(gif, gif, destination)).error).toMatchObject({ statusCode: "415" });
  expect((await photos.copy(other, other, destination)).error).toBeNull();
});

test("a copy is held to the rules that its bucket has now", async () => {
  const name = fixture.name("gif");
  const { photos } = fixture.owner;
  await photos.upload(name, await picture("gif"), { contentType: "image/gif" });
  const { pool } = fixture.site.backend;
  const { rows } = await pool.query(
    "select file_size_limit, allowed_mime_types from storage.buckets where id = 'photos'",
  );
  const rule = (limit: unknown, types: unknown) =>
    pool.query(
      "update storage.buckets set file_size_limit = $1, allowed_mime_types = $2 where id = 'photos'",
      [limit, types],
    );
  await rule(10, null);
  expect((await photos.copy(name, fixture.name("gif"))).error).toMatchObject({ statusCode: "413" });
  await rule(null, ["image/webp"]);
  expect((await photos.copy(name, fixture.name("gif"))).error).toMatchObject({ statusCode: "415" });
  await rule(rows[0].file_size_limit, rows[0].allowed_mime_types);
  expect((await photos.copy(name, fixture.name("gif"))).error).toBeNull();
});

test("copies count among the uploads of ten minutes", async () => {
  const { photos } = fixture.stranger;
  const name = (file: number | string) => `${fixture.stranger.id}/${file}.webp`;
  await photos.upload(name("first"), await picture(), webp);
  const errors = [];
  for (let made = 0; made < 150; made++) {
    errors.push((await photos.copy(name("first"), name(made))).error);
  }
  expect(errors.slice(0, 149).every((error) => error === null)).toBe(true);
  expect(errors.at(-1)).toMatchObject({ status: 429 });
});
