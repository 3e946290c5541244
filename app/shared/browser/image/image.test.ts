import { describe, expect, test } from "vitest";

import { centreCrop } from "./crop.ts";
import { announcedDimensions } from "./dimensions.ts";
import { imageKind } from "./kind.ts";
import { MAX_IMAGE_BYTES } from "../../domain/rules/image-rules.ts";
import { ImageError, inspect } from "./prepare.ts";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => [...part].map((c) => (typeof c === "string" ? c.charCodeAt(0) : c))),
  );

const PNG = "\x89PNG\r\n\x1a\n";
const png = (width: number, height: number) => {
  const header = new Uint8Array(33);
  header.set(bytes(PNG, [0, 0, 0, 13], "IHDR"));
  new DataView(header.buffer).setUint32(16, width);
  new DataView(header.buffer).setUint32(20, height);
  return header;
};
const jpegOf = (...frame: number[]) =>
  bytes([0xff, 0xd8], [0xff, 0xe1, 0, 4, 1, 2], [0xff, 0xc4, 0, 3, 9], frame);

describe("imageKind", () => {
  test.each([
    ["jpeg", bytes([0xff, 0xd8, 0xff, 0xe0])],
    ["png", bytes(PNG)],
    ["gif", bytes("GIF89a")],
    ["webp", bytes("RIFF", [1, 2, 3, 4], "WEBP")],
    ["avif", bytes([0, 0, 0, 32], "ftypavif")],
    ["heic", bytes([0, 0, 0, 24], "ftypheic")],
    [undefined, bytes("<svg xmlns='http://www.w3.org/2000/svg'>")],
    [undefined, bytes("")],
  ])("%s", (kind, head) => expect(imageKind(head)).toBe(kind));
});

describe("announcedDimensions", () => {
  test("PNG", () => {
    expect(announcedDimensions(png(109, 96), "png")).toEqual({ width: 109, height: 96 });
  });

  test("JPEG: finds the frame after other segments", () => {
    const image = jpegOf(0xff, 0xc2, 0, 17, 8, 0x02, 0x58, 0x01, 0xc2);
    expect(announcedDimensions(image, "jpeg")).toEqual({ width: 450, height: 600 });
  });

  test("WebP: reads all three formats", () => {
    const webp = (format: string, ...rest: number[]) =>
      bytes("RIFF", [0, 0, 0, 0], "WEBP", format, rest);
    expect(
      announcedDimensions(
        webp("VP8 ", 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x2c, 1, 0x90, 1),
        "webp",
      ),
    ).toEqual({ width: 300, height: 400 });
    expect(
      announcedDimensions(webp("VP8L", 0, 0, 0, 0, 0x2f, 0x0c, 0x00, 0x2a, 0x00), "webp"),
    ).toEqual({ width: 13, height: 169 });
    expect(
      announcedDimensions(webp("VP8X", 10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x0f, 0, 0x1f, 3, 0), "webp"),
    ).toEqual({ width: 4096, height: 800 });
  });

  test("returns nothing for a truncated header", () => {
    expect(announcedDimensions(jpegOf(0xff, 0xc0, 0), "jpeg")).toBeUndefined();
    expect(announcedDimensions(bytes(PNG), "png")).toBeUndefined();
  });
});

describe("centreCrop", () => {
  const square = { width: 1200, height: 1200 };
  test("crops landscape, portrait and small images", () => {
    expect(centreCrop({ width: 2000, height: 1000 }, square)).toEqual({
      x: 500,
      y: 0,
      width: 1000,
      height: 1000,
    });
    expect(centreCrop({ width: 450, height: 600 }, square)).toEqual({
      x: 0,
      y: 75,
      width: 450,
      height: 450,
    });
    expect(centreCrop({ width: 13, height: 169 }, square)).toEqual({
      x: 0,
      y: 78,
      width: 13,
      height: 13,
    });
  });

  test("keeps the proportions of the target", () => {
    const crop = centreCrop({ width: 1000, height: 1000 }, { width: 800, height: 600 });
    expect(crop).toEqual({ x: 0, y: 125, width: 1000, height: 750 });
  });
});

describe("inspect", () => {
  const problemOf = (file: Blob) =>
    inspect(file).then(
      () => undefined,
      (error: unknown) => (error instanceof ImageError ? error.problem : error),
    );

  test.each([
    ["nothing in it", new Blob([], { type: "image/png" }), "empty"],
    ["a drawing", new Blob(["<svg/>"], { type: "image/svg+xml" }), "type"],
    ["a text", new Blob(["hello"], { type: "text/plain" }), "type"],
    ["rubbish called a photo", new Blob(["hello"], { type: "image/jpeg" }), "corrupted"],
    ["a heavy photo", new Blob([png(10, 10), new Uint8Array(MAX_IMAGE_BYTES)]), "tooLarge"],
    [
      "heavy rubbish called a photo",
      new Blob([new Uint8Array(MAX_IMAGE_BYTES + 1)], { type: "image/png" }),
      "tooLarge",
    ],
    [
      "a heavy film",
      new Blob([new Uint8Array(MAX_IMAGE_BYTES + 1)], { type: "video/mp4" }),
      "type",
    ],
    ["a bomb", new Blob([png(30_000, 30_000)]), "tooManyPixels"],
    ["a photo of 40 megapixels", new Blob([png(8_000, 5_000)]), undefined],
  ])("%s", async (_, file, problem) => expect(await problemOf(file)).toBe(problem));

  test("reports a file that can no longer be read", async () => {
    const gone = new Blob([png(10, 10)]);
    gone.slice = () => {
      const part = new Blob();
      part.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
      return part;
    };
    expect(await problemOf(gone)).toBe("unreadable");
  });
});
