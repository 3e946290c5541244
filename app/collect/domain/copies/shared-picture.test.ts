import fc from "fast-check";
import { expect, test } from "vitest";

import type { Copy } from "./copy.ts";
import { MOST_SHIRTS, shownPicture, squaresIn } from "./shared-picture.ts";

const jersey = { images: [{ path: "a/public.webp" }] } as Copy["jersey"];
const photo = (path: string, is_shown: boolean) => ({ id: path, path, is_shown });

test("a photo appears only if its owner shows it", () => {
  const photos = [photo("o/hidden.webp", false), photo("o/shown.webp", true)];
  expect(shownPicture({ photos, jersey }, true)).toEqual({ kind: "own", path: "o/shown.webp" });
  expect(shownPicture({ photos: photos.slice(0, 1), jersey }, true)).toEqual({
    kind: "catalogue",
    path: "a/public.webp",
  });
});

test("photos of a jersey that is not public are left out", () => {
  expect(shownPicture({ photos: [], jersey }, false)).toEqual({ kind: "drawing" });
  expect(shownPicture({ photos: [photo("o/1.webp", false)], jersey: null }, true)).toEqual({
    kind: "drawing",
  });
});

test("squares stay in their frame and apart", () => {
  const side = fc.integer({ min: 200, max: 1200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MOST_SHIRTS }), side, side, (count, width, height) => {
      const frame = { x: 60, y: 40, width, height };
      const squares = squaresIn(frame, count, 8);
      expect(squares).toHaveLength(count);
      for (const [place, { x, y, size }] of squares.entries()) {
        expect(size).toBeGreaterThan(10);
        expect(x).toBeGreaterThanOrEqual(frame.x - 0.01);
        expect(y).toBeGreaterThanOrEqual(frame.y - 0.01);
        expect(x + size).toBeLessThanOrEqual(frame.x + width + 0.01);
        expect(y + size).toBeLessThanOrEqual(frame.y + height + 0.01);
        const next = squares[place + 1];
        const apart = next && next.y === y ? next.x - x - size : 8;
        expect(apart).toBeCloseTo(8);
      }
    }),
  );
});
