import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readFixture, noFixtures } from "./fixtures.ts";
import { asFile, picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await startStorageFixture({ storage: { pictures: ["photos"] } });
});
afterAll(() => fixture.close());

const TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
  svg: "image/svg+xml",
};

const extensionOf = (name: string) => name.split(".").at(-1)!;

/** Uploads a file like the browser: the name decides the type. */
function upload(content: Buffer<ArrayBuffer>, name: string) {
  const extension = extensionOf(name);
  const file = asFile(content, name, TYPES[extension]!);
  return fixture.owner.photos.upload(fixture.name(extension), file, { cacheControl: "3600" });
}

async function refusal(content: Buffer<ArrayBuffer>, name: string) {
  const { data, error } = await upload(content, name);
  expect(data).toBeNull();
  return error as unknown as { statusCode: string; message: string };
}

describe.skipIf(noFixtures)("real photos are accepted", () => {
  test.each([
    "2569067123_aca715a2ee_o.jpg",
    "Landscape_6.jpg",
    "Portrait_8.jpg",
    "16-bit-grey-alpha.png",
    "embedgravitybird.png",
    "5_webp_a.webp",
    "big-height.webp",
    "rotating-squares.gif",
    "pitm.avif",
  ])("%s", async (name) => {
    const content = await readFixture(name);
    const { data, error } = await upload(content, name);
    expect(error).toBeNull();
    const { data: info } = await fixture.owner.photos.info(data!.path);
    expect(info!.contentType).toBe(TYPES[extensionOf(name)]);
    // Nothing but its picture, upright: as it is seen, but for what writing it anew costs.
    const stored = Buffer.from(
      await (await fixture.owner.photos.download(data!.path)).data!.arrayBuffer(),
    );
    expect(info!.size).toBe(stored.length);
    const { exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    const seen = (file: Buffer) =>
      sharp(file).autoOrient().flatten().toColourspace("srgb").raw().toBuffer();
    const [ours, theirs] = await Promise.all([seen(stored), seen(content)]);
    expect(ours.length).toBe(theirs.length);
    const difference = ours.reduce((sum, value, at) => sum + Math.abs(value - theirs[at]!), 0);
    expect(difference / ours.length).toBeLessThan(8);
  });
});

describe.skipIf(noFixtures)("damaged photos are refused", () => {
  test.each(["corrupt-header.jpg", "truncated.jpg"])("%s", async (name) => {
    expect(await refusal(await readFixture(name), name)).toMatchObject({
      statusCode: "415",
      message: "The image is damaged or incomplete",
    });
  });

  test("circle.svg, under its own name and another", async () => {
    const content = await readFixture("circle.svg");
    expect(await refusal(content, "circle.svg")).toMatchObject({
      statusCode: "415",
      message: "mime type image/svg+xml is not supported",
    });
    expect(await refusal(content, "circle.png")).toMatchObject({
      statusCode: "415",
      message: "The file is not image/png as declared",
    });
  });
});

test("an empty file", async () => {
  expect(await refusal(Buffer.alloc(0), "empty.png")).toMatchObject({
    statusCode: "400",
    message: "No content provided: the file is empty",
  });
});

test("an image under another format's name", async () => {
  expect(await refusal(await picture("png"), "photo.jpg")).toMatchObject({
    statusCode: "415",
    message: "The file is image/png, not image/jpeg as declared",
  });
});

test.each(["jpeg", "png", "webp", "gif", "avif"] as const)("half a %s", async (format) => {
  const whole = await picture(format, 300, 300);
  const half = whole.subarray(0, whole.length / 2);
  const { statusCode } = await refusal(half, `half.${format === "jpeg" ? "jpg" : format}`);
  expect(statusCode).toBe("415");
});

test("more than 40 million pixels, however few bytes", async () => {
  const bomb = await sharp({
    create: { width: 8000, height: 5001, channels: 3, background: "#000" },
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await refusal(Buffer.from(bomb), "bomb.png")).toMatchObject({
    statusCode: "400",
    message: "The image has more than 40 million pixels",
  });
});

test.each([
  ["a page", "<!DOCTYPE html><script>alert(1)</script>"],
  ["a script", "<?php system($_GET[0]);"],
  ["a PDF", "%PDF-1.7\n1 0 obj"],
  ["an archive", `PK\x03\x04${"\0".repeat(40)}PK\x05\x06${"\0".repeat(18)}`],
])("an image with %s behind it", async (_kind, payload) => {
  const polyglot = Buffer.concat([await picture("png"), Buffer.from(payload, "latin1")]);
  expect(await refusal(polyglot, "photo.png")).toMatchObject({
    statusCode: "415",
    message: "The image carries another document in it",
  });
});

test("a file that starts as an image and continues as a script", async () => {
  const gifar = Buffer.from("GIF89a/*\0\0\0\0*/=1;alert(1)//;", "latin1");
  expect(await refusal(gifar, "script.gif")).toMatchObject({ statusCode: "415" });
});

test("no refused file is stored", async () => {
  await refusal(await picture("png"), "photo.jpg");
  const { rows } = await fixture.site.backend.pool.query(
    "select 1 from backend.storage_leftovers where delete_after > now()",
  );
  expect(rows).toEqual([]);
});
