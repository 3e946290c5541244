import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { asFile, picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await startStorageFixture({ storage: { pictures: ["photos"] } });
});
afterAll(() => fixture.close());

const FORMATS = ["jpeg", "png", "webp", "avif"] as const;
type Format = (typeof FORMATS)[number];

const PLACE = "the place it was taken";
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><where>${PLACE}</where></x:xmpmeta>`;

/** A photo like a phone's: rotated by a tag, with place and owner. */
async function photo(format: Format): Promise<Buffer<ArrayBuffer>> {
  const content = await sharp(await picture("png"))
    .withExif({
      IFD0: { Artist: PLACE },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 55/1 2800/100" },
    })
    .withXmp(XMP)
    .withMetadata({ orientation: 6 })
    .withIccProfile("p3")
    .toFormat(format, { quality: 60 })
    .toBuffer();
  const { exif, xmp } = await sharp(content).metadata();
  expect(exif?.includes(PLACE), "there is something to remove").toBe(true);
  expect(xmp?.includes(PLACE)).toBe(true);
  return Buffer.from(content);
}

async function storedCopy(content: Buffer<ArrayBuffer>, type: string): Promise<Buffer> {
  const name = fixture.name(type);
  const file = asFile(content, `photo.${type}`, `image/${type}`);
  const { error } = await fixture.owner.photos.upload(name, file);
  expect(error).toBeNull();
  const { data } = await fixture.owner.photos.download(name);
  const { data: info } = await fixture.owner.photos.info(name);
  expect(info!.size).toBe(data!.size);
  const stored = Buffer.from(await data!.arrayBuffer());
  expect(info!.etag).toBe(`"${createHash("md5").update(stored).digest("hex")}"`);
  return stored;
}

async function expectNoPlace(content: Buffer): Promise<void> {
  const { exif, xmp, iptc } = await sharp(content).metadata();
  expect(content.includes(PLACE)).toBe(false);
  expect(exif?.includes(PLACE) ?? false).toBe(false);
  // Entry 0x8825 would point to the list of places.
  expect(exif?.includes(Buffer.from([0x25, 0x88])) ?? false).toBe(false);
  expect(xmp?.some((byte) => byte !== 0) ?? false).toBe(false);
  expect(iptc).toBeUndefined();
}

test.each(FORMATS)("a %s loses place and owner, but no visible content", async (format) => {
  const sent = await photo(format);
  const stored = await storedCopy(sent, format);
  await expectNoPlace(stored);
  // Upright, and in the colours of screens: neither needs a word beside the pixels.
  const { orientation, icc, space, width, height } = await sharp(stored).metadata();
  expect({ orientation, icc, space, width, height }).toEqual({
    orientation: undefined,
    icc: undefined,
    space: "srgb",
    width: 80,
    height: 120,
  });
  const difference = await meanDifference(stored, sent);
  expect(difference).toBeLessThan(15);
});

/** Of two pictures' channels, as they are seen: from 0 to 255. */
async function meanDifference(one: Buffer, other: Buffer): Promise<number> {
  const seen = (file: Buffer) => sharp(file).autoOrient().removeAlpha().raw().toBuffer();
  const [ours, theirs] = await Promise.all([seen(one), seen(other)]);
  expect(ours.length).toBe(theirs.length);
  return ours.reduce((sum, value, at) => sum + Math.abs(value - theirs[at]!), 0) / ours.length;
}

test.each(FORMATS)("a rendered %s has no place either", async (format) => {
  const name = fixture.name(format);
  const file = asFile(await photo(format), `photo.${format}`, `image/${format}`);
  await fixture.owner.photos.upload(name, file);
  for (const transform of [{ width: 60 }, { width: 60, format: "origin" as const }]) {
    const { data, error } = await fixture.owner.photos.download(name, { transform });
    expect(error).toBeNull();
    await expectNoPlace(Buffer.from(await data!.arrayBuffer()));
  }
});

test("texts of a GIF and data after an image are removed", async () => {
  const gif = await picture("gif");
  const comment = Buffer.from(`!\xfe\x16${PLACE}\0`, "latin1");
  const xmp = Buffer.from(`!\xff\x0bXMP DataXMP\x16${PLACE}\0`, "latin1");
  const commented = Buffer.concat([gif.subarray(0, -1), comment, xmp, gif.subarray(-1)]);
  const stored = await storedCopy(Buffer.from(commented), "gif");
  expect(stored.includes(PLACE)).toBe(false);
  expect(stored).toEqual(await storedCopy(gif, "gif"));
  for (const format of ["jpeg", "png", "webp"] as const) {
    const image = await picture(format);
    const more = Buffer.concat([image, await photo("jpeg")]);
    await expectNoPlace(await storedCopy(more, format));
  }
});

test.each([...FORMATS, "gif"] as const)("in other buckets a %s is kept as sent", async (format) => {
  await fixture.service.client.storage.createBucket("files", { public: true });
  const files = fixture.service.client.storage.from("files");
  const image = format === "gif" ? await picture("gif") : await photo(format);
  const file = asFile(image, `photo.${format}`, `image/${format}`);
  expect((await files.upload(`photo.${format}`, file)).error).toBeNull();
  const { data } = await files.download(`photo.${format}`);
  expect(Buffer.from(await data!.arrayBuffer())).toEqual(image);
});

test("a bucket of pictures takes nothing else, whatever its types", async () => {
  const { storage } = fixture.service.client;
  const allowed = { public: true, fileSizeLimit: 10 * 1024 * 1024 };
  expect(
    (await storage.updateBucket("photos", { ...allowed, allowedMimeTypes: null })).error,
  ).toBeNull();
  const body = await photo("jpeg");
  for (const contentType of ["application/octet-stream", "text/plain"]) {
    const { error } = await fixture.owner.photos.upload(fixture.name("bin"), body, { contentType });
    expect(error).toMatchObject({
      statusCode: "415",
      message: `mime type ${contentType} is not supported`,
    });
  }
});

test("what is drawn anew is held to the bucket's limit too", async () => {
  const { storage } = fixture.service.client;
  const tight = await sharp(await picture("png", 200, 200))
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer();
  await storage.updateBucket("photos", { public: true, fileSizeLimit: tight.length });
  const { error } = await fixture.owner.photos.upload(fixture.name("png"), tight, {
    contentType: "image/png",
  });
  expect(error).toMatchObject({ statusCode: "413" });
});
