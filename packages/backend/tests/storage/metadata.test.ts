import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { asFile, picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => void (fixture = await startStorageFixture()));
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
  return Buffer.from(await data!.arrayBuffer());
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
  const [before, after] = await Promise.all([sent, stored].map((file) => sharp(file).metadata()));
  expect(after!.orientation).toBe(before!.orientation);
  expect(after!.icc).toEqual(before!.icc);
  const seen = (file: Buffer) => sharp(file).autoOrient().raw().toBuffer();
  expect(await seen(stored)).toEqual(await seen(sent));
});

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
  expect(await storedCopy(Buffer.from(commented), "gif")).toEqual(gif);
  for (const format of ["jpeg", "png", "webp"] as const) {
    const image = await picture(format);
    const more = Buffer.concat([image, await photo("jpeg")]);
    await expectNoPlace(await storedCopy(more, format));
  }
});

test.each([...FORMATS, "gif"] as const)(
  "a %s with nothing to hide is kept as sent",
  async (format) => {
    const image = await picture(format);
    expect(await storedCopy(image, format)).toEqual(image);
  },
);
