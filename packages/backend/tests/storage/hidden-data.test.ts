import fc from "fast-check";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { inspectImage } from "../../src/storage/image/inspect.ts";
import { picture } from "../../src/testing/images.ts";
import { av1Of, av1Unit, box, buildAvif, type AvifExtras } from "./avif.ts";

// A marker is planted in every place where a format allows something beside its picture. None is in
// the stored file, and the picture is the one that is stored of a file without markers.

const MARKER = "the place it was taken, in words";
const marker = Buffer.from(MARKER);
const RUNS = Number(process.env.FUZZ_RUNS ?? 40);

let directory: string;
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), "hidden-data-"))));
afterAll(() => rm(directory, { recursive: true }));

let written = 0;

/** What is stored of a file that is uploaded to a bucket of pictures. */
async function stored(file: Buffer, type: string): Promise<Buffer> {
  const path = join(directory, String(written++));
  await writeFile(path, file);
  const rules = { leastSide: 0, drawsAnew: true };
  return (await inspectImage(path, type, rules, (work) => work()))!;
}

const pixels = (file: Buffer) => sharp(file).raw().toBuffer();

/** Of two pictures' channels, from 0 to 255. The test's pictures are noise, of which two differ by 45. */
function meanDifference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length;
}

/** A way to put something into a file. */
type Plant = (file: Buffer) => Buffer;

const u32 = (number: number, little = false) => {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(number);
  else bytes.writeUInt32BE(number);
  return bytes;
};
const insert = (file: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)]);
const append: Plant = (file) => Buffer.concat([file, marker]);

const segment = (kind: number, content: Buffer | string) => {
  const body = Buffer.from(content as string, "latin1");
  return Buffer.concat([
    Buffer.from([0xff, kind, (body.length + 2) >> 8, (body.length + 2) & 255]),
    body,
  ]);
};
const afterStart =
  (...parts: Buffer[]): Plant =>
  (file) =>
    insert(file, 2, ...parts);

const JPEG: Record<string, Plant> = {
  ...Object.fromEntries(
    Array.from({ length: 16 }, (_, number) => [
      `APP${number}`,
      afterStart(segment(0xe0 + number, marker)),
    ]),
  ),
  "a comment": afterStart(segment(0xfe, marker)),
  "a JFIF thumbnail": afterStart(
    segment(0xe0, Buffer.concat([Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\x04\x03"), marker])),
  ),
  "a JFXX thumbnail": afterStart(segment(0xe0, `JFXX\0\x10${MARKER}`)),
  Exif: afterStart(segment(0xe1, `Exif\0\0${MARKER}`)),
  "a piece of no profile": afterStart(segment(0xe2, `ICC_PROFILE\0\x07\x01${MARKER}`)),
  "a segment between": afterStart(segment(0xed, `Photoshop 3.0\0${MARKER}`)),
  "bytes between segments": (file) => insert(file, file.indexOf("\xff\xc0", 2, "latin1"), marker),
  "bytes after the end": append,
  "another picture after the end": (file) =>
    Buffer.concat([file, afterStart(segment(0xfe, marker))(file)]),
};

const chunk = (type: string, content: Buffer | string) => {
  const body = Buffer.concat([
    Buffer.from(type, "latin1"),
    Buffer.from(content as string, "latin1"),
  ]);
  return Buffer.concat([u32(body.length - 4), body, u32(crc32(body))]);
};
const HEADER_END = 8 + 25;
const afterHeader =
  (...parts: Buffer[]): Plant =>
  (file) =>
    insert(file, HEADER_END, ...parts);
const pixelsEnd = (file: Buffer) => file.lastIndexOf("IEND") - 4;

const PNG: Record<string, Plant> = {
  ...Object.fromEntries(
    ["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "maRk", "prVt", "dSIG", "caBX"].map((type) => [
      type,
      afterHeader(chunk(type, `Comment\0${MARKER}`)),
    ]),
  ),
  "a color of too many bytes": afterHeader(chunk("gAMA", Buffer.concat([u32(45455), marker]))),
  "a chunk before the end": (file) => insert(file, pixelsEnd(file), chunk("tEXt", `a\0${MARKER}`)),
  "pixels after the last": (file) => insert(file, pixelsEnd(file), chunk("IDAT", marker)),
  "frames of an animation": (file) =>
    insert(
      afterHeader(chunk("acTL", Buffer.concat([u32(1), u32(0)])))(file),
      pixelsEnd(file) + 20,
      chunk("fdAT", Buffer.concat([u32(1), marker])),
    ),
  "content of the end": (file) =>
    Buffer.concat([file.subarray(0, pixelsEnd(file)), chunk("IEND", marker)]),
  "bytes after the end": append,
};

const riff = (type: string, content: Buffer | string) => {
  const body = Buffer.from(content as string, "latin1");
  return Buffer.concat([
    Buffer.from(type, "latin1"),
    u32(body.length, true),
    body,
    Buffer.alloc(body.length % 2),
  ]);
};
/** Puts chunks into a WebP, whose first bytes say its length. */
const inside =
  (at: (file: Buffer) => number, ...parts: Buffer[]): Plant =>
  (file) => {
    const whole = insert(file, at(file), ...parts);
    whole.writeUInt32LE(file.readUInt32LE(4) + Buffer.concat(parts).length, 4);
    return whole;
  };
const endOf = (file: Buffer) => file.readUInt32LE(4) + 8;
const beforePixels = (file: Buffer) => file.indexOf("VP8 ", 12);

const WEBP: Record<string, Plant> = {
  ...Object.fromEntries(
    ["EXIF", "XMP ", "MARK", "ICCP"].flatMap((type) => [
      [`${type} at the end`, inside(endOf, riff(type, marker))],
      [`${type} before the pixels`, inside(beforePixels, riff(type, marker))],
    ]),
  ),
  "bytes after the end": append,
};

const blocks = (...parts: (Buffer | string)[]) =>
  Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part as string, "latin1")]),
    Buffer.from([0]),
  ]);
const beforeImage =
  (part: Buffer): Plant =>
  (file) =>
    insert(file, 13 + 3 * 2 ** ((file[10]! & 7) + 1), part);
const extension = (label: number, ...parts: (Buffer | string)[]) =>
  Buffer.concat([Buffer.from([0x21, label]), blocks(...parts)]);

const GIF: Record<string, Plant> = {
  "a comment": beforeImage(extension(0xfe, marker)),
  "a text on the image": beforeImage(extension(0x01, Buffer.alloc(12), marker)),
  "an application": beforeImage(extension(0xff, "XMP DataXMP", marker)),
  "a profile": beforeImage(extension(0xff, "ICCRGBG1012", marker)),
  "a loop of more than numbers": beforeImage(extension(0xff, "NETSCAPE2.0", "\x01\0\0", marker)),
  "an extension of no known kind": beforeImage(extension(0x42, marker)),
  "a comment at the end": (file) => insert(file, file.length - 1, extension(0xfe, marker)),
  "codes after the last": (file) =>
    insert(file, file.length - 2, Buffer.from([marker.length]), marker),
  "bytes after the end": append,
};

describe.each([
  ["JPEG", "jpeg", JPEG],
  ["PNG", "png", PNG],
  ["WebP", "webp", WEBP],
  ["GIF", "gif", GIF],
])("nothing is hidden in a %s", (_name, format, places) => {
  const type = `image/${format}`;
  let plain: Buffer;
  let same: Buffer;
  beforeAll(async () => {
    // With a profile a WebP is extended: it may have more than its pixels.
    const image = sharp(await picture("png")).withIccProfile(format === "webp" ? "p3" : "srgb");
    plain =
      format === "gif" ? await picture("gif") : await image.toFormat(format as "png").toBuffer();
    same = await pixels(await stored(plain, type));
  });

  test("but its picture", async () => {
    const most = format === "png" ? 0 : 15;
    const opaque = (file: Buffer) => sharp(file).flatten().raw().toBuffer();
    const [ours, theirs] = [await opaque(await stored(plain, type)), await opaque(plain)];
    expect(meanDifference(ours, theirs)).toBeLessThanOrEqual(most);
  });

  test.each(Object.keys(places))("in %s", async (place) => {
    const file = places[place]!(plain);
    expect(file.includes(marker)).toBe(true);
    const result = await stored(file, type);
    expect(result.includes(marker)).toBe(false);
    expect(await pixels(result)).toEqual(same);
  });

  test("in several places at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...Object.keys(places)), { minLength: 2, maxLength: 5 }),
        async (chosen) => {
          // What comes after the end comes last.
          const order = chosen.toSorted(
            (one, other) => Number(/after the end/.test(one)) - Number(/after the end/.test(other)),
          );
          const file = order.reduce((done, place) => places[place]!(done), plain);
          const result = await stored(file, type).catch((error: { code?: string }) => error.code);
          if (result === "InvalidMimeType") return;
          expect((result as Buffer).includes(marker)).toBe(false);
          expect(await pixels(result as Buffer)).toEqual(same);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

test("nothing is hidden in a frame of an animated WebP, whose first frame stays", async () => {
  const frames = await sharp(await picture("png", 60, 120))
    .raw()
    .toBuffer();
  const raw = { width: 60, height: 120, channels: 3, pageHeight: 40 } as const;
  const plain = await sharp(frames, { raw })
    .webp({ delay: [100, 200, 300] })
    .toBuffer();
  const at = plain.indexOf("ANMF");
  const size = plain.readUInt32LE(at + 4);
  const more = riff("MARK", marker);
  const file = inside(() => at + 8 + size, more)(plain);
  file.writeUInt32LE(size + more.length, at + 4);
  const result = await stored(file, "image/webp");
  expect(result.includes(marker)).toBe(false);
  expect(result).toEqual(await stored(plain, "image/webp"));
  expect((await sharp(result).metadata()).pages ?? 1).toBe(1);
  expect(await sharp(result).metadata()).toMatchObject({ width: 60, height: 40 });
});

test("a PNG has no more pixels than it says, and keeps each of them", async () => {
  const plain = await picture("png");
  const taller = Buffer.from(plain);
  taller.writeUInt32BE(20, 20);
  taller.writeUInt32BE(crc32(taller.subarray(12, 29)), 29);
  const rows = await pixels(await stored(taller, "image/png"));
  expect(rows).toEqual((await pixels(plain)).subarray(0, 120 * 20 * 3));
  for (const options of [{ progressive: true }, { palette: true, colours: 4 }]) {
    const other = await sharp(plain).png(options).toBuffer();
    expect(await pixels(await stored(other, "image/png"))).toEqual(await pixels(other));
  }
});

test("frames that can't be read are not stored unread", async () => {
  const gif = await picture("gif");
  const damaged = insert(gif, gif.length - 1, Buffer.from([0x2c]), marker, Buffer.alloc(20, 0xff));
  const result = await stored(damaged, "image/gif");
  expect(result.includes(marker)).toBe(false);
  expect(await pixels(result)).toEqual(await pixels(await stored(gif, "image/gif")));
});

describe("nothing is hidden in an AVIF", () => {
  const SIZE: [number, number] = [120, 80];
  const uuid = box("uuid", Buffer.alloc(16), marker);
  const hidden = (...types: string[]) => types.map((type) => box(type, Buffer.alloc(4), marker));
  const item = (type: string, more = {}) => ({ type, content: marker, ...more });
  /** Metadata of the country code 0xB5, as cameras write it, and padding. */
  const END = Buffer.from([0x80]);
  const T35 = av1Unit(5, Buffer.concat([Buffer.from([4, 0xb5]), marker, END]));

  const PLACES: Record<string, AvifExtras> = {
    "boxes before meta": {
      beforeMeta: [uuid, ...hidden("udta", "free", "skip", "mpvd", "Exif", "pdin")],
    },
    "boxes before mdat": {
      beforeMdat: [uuid, ...hidden("udta", "free", "skip", "mpvd", "moof", "mark")],
    },
    "boxes after mdat": { afterMdat: [uuid, ...hidden("udta", "free", "mpvd", "mdat")] },
    "an animation": {
      brands: ["avis", "msf1"],
      beforeMdat: [box("moov", box("mvhd", Buffer.alloc(100)), ...hidden("udta"), uuid)],
    },
    "bytes after the end": { afterMdat: [Buffer.from(`7z\xbc\xaf\x27\x1c${MARKER}`, "latin1")] },
    "bytes before and after the picture": { gaps: [marker, marker] },
    brands: { brands: Array.from({ length: 4 }, (_, at) => MARKER.slice(at * 4, at * 4 + 4)) },
    "boxes in meta": { inMeta: [uuid, ...hidden("udta", "xml ", "bxml", "free", "dinf", "grpl")] },
    "boxes of properties": { inProperties: [uuid, ...hidden("free", "udta")] },
    "unused properties": {
      unusedProperties: [uuid, ...hidden("auxC", "free", "udes"), box("colr", `prof${MARKER}`)],
    },
    "properties of the picture": {
      properties: hidden("udes", "free", "mark"),
    },
    "the handler's name": { handlerName: MARKER },
    "the picture's name": { itemName: MARKER },
    "an Exif item": { items: [item("Exif", { reference: "cdsc" })] },
    "an XMP item": {
      items: [item("mime", { entry: `${MARKER}\0application/rdf+xml\0`, reference: "cdsc" })],
    },
    "an item of no known kind": { items: [item("mark"), item("uri ", { entry: `\0${MARKER}` })] },
    "an item in the box of small ones": { items: [item("mark", { isInside: true })] },
    "a thumbnail": { items: [item("av01", { reference: "thmb" })] },
    "a map of depths": {
      unusedProperties: [
        box("auxC", Buffer.alloc(4), `urn:mpeg:mpegB:cicp:systems:auxiliary:depth\0${MARKER}`),
      ],
      items: [item("av01", { reference: "auxl", properties: [1, 2, 3, 4] })],
    },
    "the stream": { units: [T35, av1Unit(15, Buffer.concat([marker, END])), av1Unit(9, marker)] },
  };

  /** The map of depths counts the picture's own properties. */
  const COMBINED = Object.keys(PLACES).filter((place) => place !== "a map of depths");

  let av1: ReturnType<typeof av1Of>;
  let plain: Buffer;
  let same: Buffer;
  beforeAll(async () => {
    av1 = av1Of(await picture("avif", ...SIZE));
    plain = buildAvif(av1, SIZE);
    same = await pixels(await stored(plain, "image/avif"));
  });

  test("but its picture", async () => {
    expect(meanDifference(same, await pixels(plain))).toBeLessThan(15);
  });

  test.each(Object.keys(PLACES))("in %s", async (place) => {
    const file = buildAvif(av1, SIZE, PLACES[place]);
    expect(file.includes(marker) || place === "brands").toBe(true);
    const result = await stored(file, "image/avif");
    expect(result.includes(marker)).toBe(false);
    expect(result.includes(marker.subarray(0, 8))).toBe(false);
    expect(await pixels(result)).toEqual(same);
  });

  test("in several places at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...COMBINED), { minLength: 2, maxLength: 6 }),
        async (chosen) => {
          const extras: Record<string, unknown> = {};
          for (const [key, value] of chosen.flatMap((place) => Object.entries(PLACES[place]!))) {
            const known = extras[key];
            extras[key] = Array.isArray(known) ? [...known, ...(value as unknown[])] : value;
          }
          const result = await stored(buildAvif(av1, SIZE, extras as AvifExtras), "image/avif");
          expect(result.includes(marker)).toBe(false);
          expect(await pixels(result)).toEqual(same);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("what follows the picture is cut, not only blanked", async () => {
    const large = Buffer.alloc(100_000, "x");
    const result = await stored(
      buildAvif(av1, SIZE, { afterMdat: [box("mpvd", large)] }),
      "image/avif",
    );
    expect(result).toEqual(await stored(plain, "image/avif"));
  });

  test("an animation becomes its still picture", async () => {
    const moov = box("moov", box("mvhd", Buffer.alloc(100)));
    const file = buildAvif(av1, SIZE, { brands: ["avis", "msf1"], beforeMdat: [moov] });
    const result = await stored(file, "image/avif");
    for (const trace of ["avis", "msf1", "moov", "mvhd"])
      expect(result.includes(trace)).toBe(false);
    expect(await pixels(result)).toEqual(same);
  });

  test("of one with parts that nobody reads, the picture is stored", async () => {
    const twice = buildAvif(av1, SIZE, { inMeta: [box("iloc", Buffer.alloc(8), marker)] });
    const brands = buildAvif(av1, SIZE, { brands: Array.from({ length: 60 }, () => "mark") });
    for (const file of [twice, brands]) {
      const result = await stored(file, "image/avif");
      expect(result.includes(marker)).toBe(false);
      expect(result.includes("mark")).toBe(false);
      expect(await pixels(result)).toEqual(same);
    }
  });

  test("transparency stays", async () => {
    const see = await sharp(await picture("png"))
      .ensureAlpha(0.5)
      .avif({ lossless: true })
      .toBuffer();
    expect((await sharp(see).metadata()).hasAlpha).toBe(true);
    const result = await stored(see, "image/avif");
    expect((await sharp(result).metadata()).hasAlpha).toBe(true);
    expect(meanDifference(await pixels(result), await pixels(see))).toBeLessThan(15);
  });

  test("no bytes at random are accepted and then fail", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(plain.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const file = Buffer.from(plain);
          for (const [at, value] of changes) file[at] = value;
          const outcome = await stored(file, "image/avif").then(
            (result) => pixels(result).then(() => "a picture"),
            (error: { code?: string }) => error.code,
          );
          expect(outcome).toMatch(/^(a picture|InvalidMimeType|InvalidRequest)$/);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
