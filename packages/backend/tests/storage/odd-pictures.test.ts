import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await startStorageFixture({ storage: { pictures: ["photos"] } });
});
afterAll(() => fixture.close());

async function upload(content: Buffer, type: string) {
  const name = fixture.name(type);
  const body = new Blob([new Uint8Array(content)], { type: `image/${type}` });
  const { error } = await fixture.owner.photos.upload(name, body);
  return { name, error: error as unknown as { statusCode: string; message: string } | null };
}

/** Uploads a picture that is accepted; returns it as it is stored, and a small rendering of it. */
async function accepted(content: Buffer, type: string) {
  const { name, error } = await upload(content, type);
  expect(error).toBeNull();
  const bytes = async (options = {}) => {
    const { data, error: failed } = await fixture.owner.photos.download(name, options);
    expect(failed).toBeNull();
    return Buffer.from(await data!.arrayBuffer());
  };
  return { stored: await bytes(), rendered: await bytes({ transform: { width: 40 } }) };
}

const shape = async (content: Buffer) => {
  const { format, width, space, channels, depth, pages = 1 } = await sharp(content).metadata();
  return { format, width, space, channels, depth, pages };
};

test("a CMYK photo is stored in the colours of screens", async () => {
  const photo = await sharp(await picture("png"))
    .blur(4)
    .toColourspace("cmyk")
    .withIccProfile("cmyk")
    .jpeg()
    .toBuffer();
  expect(await shape(photo)).toMatchObject({ space: "cmyk", channels: 4 });
  const { stored, rendered } = await accepted(photo, "jpeg");
  expect(await shape(stored)).toMatchObject({ space: "srgb", channels: 3, width: 120 });
  expect((await sharp(stored).metadata()).icc).toBeUndefined();
  // As any viewer shows it, but for what writing a JPEG costs.
  const seen = await sharp(photo).toColourspace("srgb").raw().toBuffer();
  const ours = await sharp(stored).raw().toBuffer();
  const difference = ours.reduce((sum, value, at) => sum + Math.abs(value - seen[at]!), 0);
  expect(difference / ours.length).toBeLessThan(15);
  expect(await shape(rendered)).toMatchObject({ space: "srgb", channels: 3, width: 40 });
});

test("a picture of 16 bits is stored with 8", async () => {
  const photo = await sharp(await picture("png"))
    .toColourspace("rgb16")
    .png()
    .toBuffer();
  expect(await shape(photo)).toMatchObject({ depth: "ushort" });
  const { stored, rendered } = await accepted(photo, "png");
  expect(await shape(stored)).toMatchObject({ format: "png", depth: "uchar", width: 120 });
  expect(await shape(rendered)).toMatchObject({ format: "png", width: 40 });
});

describe("an animation", () => {
  /** Three frames in a column, as sharp wants them. */
  const frames = async (format: "gif" | "webp") => {
    const pixels = await sharp(await picture("png", 60, 120))
      .raw()
      .toBuffer();
    const raw = { width: 60, height: 120, channels: 3, pageHeight: 40 } as const;
    const options = { delay: [100, 200, 300], loop: 2 };
    return sharp(pixels, { raw }).toFormat(format, options).toBuffer();
  };

  test.each(["gif", "webp"] as const)("as %s is stored as its first frame", async (format) => {
    const animation = await frames(format);
    expect(await shape(animation)).toMatchObject({ pages: 3 });
    const { stored, rendered } = await accepted(animation, format);
    expect(await shape(stored)).toMatchObject({ format, width: 60, pages: 1 });
    expect((await sharp(stored).metadata()).height).toBe(40);
    expect(await shape(rendered)).toMatchObject({ format, width: 40, pages: 1 });
  });
});

test("of an Ultra HDR photo, the picture for ordinary screens is stored", async () => {
  const base = await picture("jpeg");
  const gainMap = await picture("jpeg", 30, 20);
  const plain = await accepted(base, "jpeg");
  const { stored } = await accepted(ultraHdr(base, gainMap), "jpeg");
  // Without the second picture, and without the parts that name it.
  expect(stored).toEqual(plain.stored);
  expect(stored.includes("hdrgm")).toBe(false);
  expect(stored.includes("MPF")).toBe(false);
});

/** A JPEG with a gain map behind it, named in its XMP and in a multi-picture index. */
function ultraHdr(base: Buffer, gainMap: Buffer): Buffer {
  const segment = (marker: number, content: string) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, Buffer.from(content, "latin1")]);
  };
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/>`;
  return Buffer.concat([
    base.subarray(0, 2),
    segment(0xe1, xmp),
    segment(0xe2, "MPF\0II*\0\x08\0\0\0"),
    base.subarray(2),
    gainMap,
  ]);
}

test.each(["image/tiff", "image/heic", "image/jxl", "image/bmp", "image/x-icon"])(
  "%s is refused with a clear reason, several pages or not",
  async (type) => {
    const tiff = await sharp(await picture("png"))
      .tiff()
      .toBuffer();
    const { error } = await upload(tiff, type.replace("image/", ""));
    expect(error).toMatchObject({
      statusCode: "415",
      message: `mime type ${type} is not supported`,
    });
  },
);

test("a TIFF by another name is refused", async () => {
  const tiff = await sharp(await picture("png"))
    .tiff()
    .toBuffer();
  const { error } = await upload(tiff, "jpeg");
  expect(error).toMatchObject({
    statusCode: "415",
    message: "The file is not image/jpeg as declared",
  });
});

test.each([
  ["one pixel", () => picture("png", 1, 1)],
  ["one row", () => picture("webp", 900, 1)],
  [
    "gray",
    async () =>
      sharp(await picture("png"))
        .toColourspace("b-w")
        .png()
        .toBuffer(),
  ],
  [
    "a palette",
    async () =>
      sharp(await picture("png"))
        .png({ palette: true, colours: 4 })
        .toBuffer(),
  ],
  [
    "transparency",
    async () =>
      sharp(await picture("png"))
        .ensureAlpha(0.5)
        .png()
        .toBuffer(),
  ],
  [
    "interlaced rows",
    async () =>
      sharp(await picture("png"))
        .png({ progressive: true })
        .toBuffer(),
  ],
])("a picture of %s is accepted and rendered", async (_, make) => {
  const content = await make();
  const { format } = await sharp(content).metadata();
  const { stored, rendered } = await accepted(content, format);
  const seen = (file: Buffer) => sharp(file).toColourspace("srgb").raw().toBuffer();
  const [ours, theirs] = await Promise.all([seen(stored), seen(content)]);
  expect(ours.length).toBe(theirs.length);
  // A PNG keeps its pixels.
  const most = format === "png" ? 0 : 15;
  const difference = ours.reduce((sum, value, at) => sum + Math.abs(value - theirs[at]!), 0);
  expect(difference / ours.length).toBeLessThanOrEqual(most);
  const { width, height, hasAlpha } = await sharp(content).metadata();
  expect(await sharp(stored).metadata()).toMatchObject({ format, width, height, hasAlpha });
  expect((await sharp(rendered).metadata()).format).toBe(format);
});
