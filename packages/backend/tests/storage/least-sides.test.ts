import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await startStorageFixture({ storage: { leastSides: { photos: 50 } } });
});
afterAll(() => fixture.close());

const stored = async (name: string) =>
  (await fixture.site.backend.pool.query("select from storage.objects where name = $1", [name]))
    .rowCount;

test.each(["webp", "png", "jpeg", "gif", "avif"] as const)(
  "a small %s is refused before anything is stored, one that is large enough is not",
  async (format) => {
    const type = { contentType: `image/${format}` };
    for (const [width, height, expected] of [
      [49, 400, "ImageTooSmall"],
      [400, 49, "ImageTooSmall"],
      [50, 400, undefined],
      [50, 50, undefined],
    ] as const) {
      const name = fixture.name(format);
      const { error } = await fixture.owner.photos.upload(
        name,
        await picture(format, width, height),
        type,
      );
      expect((error as { code?: string } | null)?.code).toBe(expected);
      expect(await stored(name)).toBe(expected ? 0 : 1);
    }
  },
);

test("the refusal says why, to everybody", async () => {
  const small = await picture("webp", 10, 10);
  for (const persona of [fixture.owner, fixture.service]) {
    const { error } = await persona.photos.upload(fixture.name(), small, {
      contentType: "image/webp",
    });
    expect(error).toMatchObject({
      status: 400,
      statusCode: "422",
      message: "The image's shorter side has less than 50 pixels",
    });
  }
});

test("each picture of an animation counts, not all of them together", async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  const animation = await sharp([await frame("red"), await frame("blue")], {
    join: { animated: true },
  })
    .gif()
    .toBuffer();
  const { error } = await fixture.owner.photos.upload(fixture.name("gif"), animation, {
    contentType: "image/gif",
  });
  expect(error).toMatchObject({ statusCode: "422" });
});

test("an upload by a signed address is held to it too", async () => {
  const name = fixture.name();
  const { data } = await fixture.owner.photos.createSignedUploadUrl(name);
  const sent = await fixture.visitor.photos.uploadToSignedUrl(
    name,
    data!.token,
    await picture("webp", 20, 20),
    { contentType: "image/webp" },
  );
  expect(sent.error).toMatchObject({ statusCode: "422" });
});
