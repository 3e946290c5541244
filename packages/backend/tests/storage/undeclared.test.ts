import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await startStorageFixture();
  await fixture.service.client.storage.createBucket("anything", { public: true });
});
afterAll(() => fixture.close());

const files = () => fixture.service.client.storage.from("anything");
const TYPES = [undefined, "application/octet-stream", "text/plain;charset=UTF-8"];

const PLACE = "the place it was taken";
const photo = async () =>
  Buffer.from(
    await sharp(await picture("jpeg"))
      .withExif({ IFD0: { Artist: PLACE } })
      .toBuffer(),
  );

test.each(TYPES)(
  "a picture sent as %s is kept as it is, and rendered without its metadata",
  async (contentType) => {
    const name = `${TYPES.indexOf(contentType)}.bin`;
    const sent = await photo();
    expect(sent.includes(PLACE)).toBe(true);
    const { error } = await files().upload(name, sent, contentType ? { contentType } : {});
    expect(error).toBeNull();

    const { data: stored } = await files().download(name);
    expect(Buffer.from(await stored!.arrayBuffer())).toEqual(sent);
    const { data: info } = await files().info(name);
    expect(info!.size).toBe(stored!.size);

    for (const format of [undefined, "origin" as const]) {
      const transform = { width: 40, ...(format && { format }) };
      const { data, error: failed } = await files().download(name, { transform });
      expect(failed).toBeNull();
      const rendered = Buffer.from(await data!.arrayBuffer());
      expect(rendered.includes(PLACE)).toBe(false);
      const { width, format: made } = await sharp(rendered).metadata();
      expect({ width, made }).toEqual({ width: 40, made: "jpeg" });
    }
  },
);

test("a file that only begins like a picture is kept as it is, and not rendered", async () => {
  const sent = Buffer.concat([(await picture("png")).subarray(0, 60), Buffer.from("no picture")]);
  expect((await files().upload("begins.bin", sent)).error).toBeNull();
  const { data } = await files().download("begins.bin");
  expect(Buffer.from(await data!.arrayBuffer())).toEqual(sent);
  const { publicUrl } = files().getPublicUrl("begins.bin", { transform: { width: 40 } }).data;
  const answer = await fetch(publicUrl);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    message: "The source image is invalid or unsupported for rendering",
  });
});

test("an empty file of no type isn't rendered", async () => {
  await files().upload("short.bin", Buffer.from("x"));
  const { publicUrl } = files().getPublicUrl("short.bin", { transform: { width: 40 } }).data;
  expect((await fetch(publicUrl)).status).toBe(400);
});

test("an emptied bucket is told as hosted tells it", async () => {
  const { data } = await fixture.service.client.storage.emptyBucket("anything");
  expect(data).toEqual({
    message: "Empty bucket has been queued. Completion may take up to an hour.",
  });
  expect((await files().list()).data).toEqual([]);
});
