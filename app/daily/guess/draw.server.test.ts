import sharp from "sharp";
import { expect, test } from "vitest";

import type { GuessPicture } from "../../shared/data/backend-access.ts";
import { drawGuess } from "./draw.server.ts";
import { guessDrawing } from "./drawing.ts";

const LENS: GuessPicture = {
  ...{ step: "whole", league: "SOCCER", kit_type: "home", team_slug: "rc-lens" },
  ...{
    colors: ["#f8d21c", "#d81e2c"],
    palette: ["yellow", "red"],
    path: "owner/rc-lens-1998.webp",
  },
};

/** A photo with a name in it, of which the lower half is red. */
const photo = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: "#ffffff" } })
    .composite([
      {
        input: { create: { width: 400, height: 200, channels: 3, background: "#ff0000" } },
        left: 0,
        top: 200,
      },
    ])
    .withExif({ IFD0: { Artist: "rc-lens" } })
    .webp()
    .toBuffer();

const source = (body: Buffer | undefined) => ({
  url: "https://maillotheque.example",
  fetch: async () => new Response(body && new Uint8Array(body), { status: body ? 200 : 404 }),
});

test("a picture is drawn anew: bytes of its own, without metadata", async () => {
  const file = await photo();
  const drawn = await drawGuess("a", LENS, source(file));
  expect(file.includes("rc-lens")).toBe(true);
  expect(drawn.includes("rc-lens")).toBe(false);
  expect(await sharp(drawn).metadata()).toMatchObject({ format: "webp", width: 800 });
  expect((await sharp(drawn).metadata()).exif).toBeUndefined();
});

test("a detail is a part, of a photo that is gone the drawing is shown", async () => {
  const file = await photo();
  const detail = await drawGuess("b", { ...LENS, step: "detail" }, source(file));
  const { channels } = await sharp(detail).stats();
  // Mostly the red half.
  expect(channels[0]!.mean).toBeGreaterThan(250);
  expect(channels[1]!.mean).toBeLessThan(80);
  const gone = await drawGuess("c", LENS, source(undefined));
  const pattern = await drawGuess("d", { ...LENS, step: "pattern", path: null }, source(undefined));
  expect(gone.equals(pattern)).toBe(true);
});

test("the drawing invents nothing: a pattern only of a tradition, no number, the jersey's colours", () => {
  expect(guessDrawing(LENS)).toEqual({
    ...{ sport: "SOCCER", pattern: "stripes", colors: LENS.colors, collar: "crew" },
  });
  const away = guessDrawing({ ...LENS, kit_type: "away", palette: ["black"] });
  expect(away).toMatchObject({ pattern: "plain", colors: ["#141414"] });
  // A home jersey in other colours than the team's.
  expect(guessDrawing({ ...LENS, palette: ["black"] }).colors).toEqual(["#141414"]);
});
