import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";

import { photoColors, SAMPLE_SIDE } from "./photo-colors.ts";
import { designFor, drawShirt } from "./shirt/index.ts";

/** The middle square of a picture, as the browser prepares it, shrunk for `photoColors`. */
async function colorsOf(picture: string | Buffer) {
  const pixels = await sharp(picture, { failOn: "none" })
    .rotate()
    .resize(SAMPLE_SIDE, SAMPLE_SIDE)
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer();
  return photoColors(pixels);
}

describe("the main colour of a photo", () => {
  // From a folder beside the repository, if there is one. No shirts: the colour of what is in the middle.
  const folder = join(import.meta.dirname, "../../../../shared/fixtures/images");
  const isMissing = process.env.CI !== "true" && !existsSync(folder);
  if (isMissing)
    console.warn("Tests on real photos are skipped: ../shared/fixtures/images is missing.");
  test.skipIf(isMissing).each([
    ["2569067123_aca715a2ee_o.jpg", "brown"], // wood, in warm light
    ["Landscape_6.jpg", "white"], // a waterfall
    ["Portrait_8.jpg", "grey"], // the same in the shade of its forest
    ["pitm.avif", "blue"], // a dark hall in blue light
    ["5_webp_a.webp", "white"], // a compass on a transparent ground
    ["rotating-squares.gif", "blue"], // steel blue squares
  ])("%s: %s", async (name, color) => {
    expect((await colorsOf(join(folder, name)))[0]).toBe(color);
  });
});

describe("the colours of a shirt on a wall", () => {
  const shirt = (colors: string[], background: string, kitType = "home", seed = "as-nulle-part") =>
    Buffer.from(
      drawShirt({ ...designFor({ league: "SOCCER", colors, kitType, seed }), background }),
    );
  const WALLS = ["#ffffff", "#e9e6e0", "#8a7f70", "#40444c", "#101114"];

  test.each([
    ["red", ["#d71920", "#ffffff"]],
    ["blue", ["#041e42", "#ffd500"]],
    ["green", ["#00843d", "#ffffff"]],
    ["yellow", ["#ffd500", "#000000"]],
    ["burgundy", ["#7a263a", "#1bb1e7"]],
    ["sky", ["#6cabdd", "#ffffff"]],
    ["white", ["#ffffff", "#041e42"]],
    ["black", ["#131313", "#ffffff"]],
    ["brown", ["#624839", "#ffffff"]],
    ["teal", ["#008e97", "#fc4c02"]],
    ["pink", ["#f4a6c0", "#000000"]],
    ["orange", ["#f77f00", "#000000"]],
    ["purple", ["#5b2b82", "#ffffff"]],
  ])("%s, whatever the wall", async (color, colors) => {
    for (const wall of WALLS) {
      expect((await colorsOf(shirt(colors, wall)))[0], wall).toBe(color);
    }
  });

  test("include a second one that is large enough", async () => {
    const stripes = shirt(["#004d98", "#a50044"], "#8a7f70", "home", "fc-barcelona");
    expect((await colorsOf(stripes)).slice(0, 2).sort()).toEqual(["blue", "burgundy"]);
  });

  test("are none for an empty picture, and one for a plain one", async () => {
    const plain = (background: string) =>
      sharp({ create: { width: 400, height: 400, channels: 4, background } })
        .png()
        .toBuffer();
    expect(await colorsOf(await plain("#00000000"))).toEqual([]);
    expect(await colorsOf(await plain("#d71920"))).toEqual(["red"]);
  });
});
