import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";

import { likeness, LIKENESS_SIZE } from "../../domain/likeness.ts";

const ROOT = join(import.meta.dirname, "../../../..");
/** Photos from a folder beside the repository, if there is one, and generated pictures. */
const PICTURES = [
  "../shared/fixtures/images/2569067123_aca715a2ee_o.jpg",
  "../shared/fixtures/images/Landscape_6.jpg",
  "../shared/fixtures/images/Portrait_8.jpg",
  "../shared/fixtures/images/5_webp_a.webp",
  "../shared/fixtures/images/pitm.avif",
  "docs/images/home.webp",
  "docs/images/jersey.webp",
  "public/share.jpg",
]
  .map((name) => join(ROOT, name))
  .filter((path) => existsSync(path));

const SIDE = 400;

/** The middle square of a picture as PNG, as a member would upload it. */
const square = (path: string) =>
  sharp(path, { failOn: "none" })
    .rotate()
    .resize(SIDE, SIDE)
    .flatten({ background: "#fff" })
    .png()
    .toBuffer();

async function likenessOf(picture: Buffer): Promise<string | undefined> {
  const pixels = await sharp(picture)
    .resize({ ...LIKENESS_SIZE, fit: "fill" })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return likeness(pixels);
}

/** The number of bits by which two pictures differ, in brightness and in colour. */
function distance(one = "", other = "") {
  expect([one.length, other.length]).toEqual([128, 128]);
  const places = [...one].flatMap((bit, place) => (bit === other[place] ? [] : place));
  const light = places.filter((place) => place < 64).length;
  return { light, colors: places.length - light };
}

/** The same rule as `same_pictures` in the database. */
const isNear = ({ light, colors }: ReturnType<typeof distance>) => light <= 7 && colors <= 4;

describe("matches a picture with", () => {
  test.each<[string, (picture: Buffer) => Promise<Buffer>]>([
    ["itself made small", (picture) => sharp(picture).resize(320, 320).toBuffer()],
    ["itself badly compressed", (picture) => sharp(picture).jpeg({ quality: 30 }).toBuffer()],
    ["itself as WebP", (picture) => sharp(picture).webp({ quality: 60 }).toBuffer()],
    [
      "itself cut a little at its sides",
      (picture) =>
        sharp(picture).extract({ left: 5, top: 5, width: 390, height: 390 }).jpeg().toBuffer(),
    ],
    ["itself a little brighter", (picture) => sharp(picture).linear(1.05, 4).jpeg().toBuffer()],
  ])("%s", async (_, change) => {
    for (const path of PICTURES) {
      const picture = await square(path);
      const [before, after] = await Promise.all([
        likenessOf(picture),
        change(picture).then(likenessOf),
      ]);
      expect({ path, near: isNear(distance(before, after)) }).toEqual({ path, near: true });
    }
  });

  test("does not match other pictures", async () => {
    const all = await Promise.all(PICTURES.map(async (path) => likenessOf(await square(path))));
    const pairs = all.flatMap((one, place) =>
      all.slice(place + 1).map((two) => distance(one, two)),
    );
    expect(pairs.length).toBeGreaterThanOrEqual(3);
    expect(pairs.filter(isNear)).toEqual([]);
  });

  test("does not match a shirt of the same cut in another colour", async () => {
    const shirt = (color: string) =>
      likenessOf(
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400">
          <rect width="400" height="400" fill="#eee"/>
          <path d="M120 60h160l80 70-40 60-30-20v180H110V170l-30 20-40-60z" fill="${color}"/>
          <path d="M180 60h40v290h-40z" fill="#fff"/></svg>`),
      );
    const [red, green] = await Promise.all([shirt("#c02020"), shirt("#0e7a3a")]);
    const apart = distance(red, green);
    expect(apart.light).toBeLessThanOrEqual(7);
    expect(isNear(apart)).toBe(false);
  });
});

test("has no value for a picture that shows almost nothing", async () => {
  const wall = sharp({ create: { width: 200, height: 200, channels: 3, background: "#d4c8b0" } });
  expect(await likenessOf(await wall.jpeg({ quality: 40 }).toBuffer())).toBeUndefined();
});
