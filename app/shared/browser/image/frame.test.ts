import fc from "fast-check";
import { expect, test } from "vitest";

import { LEAST_SIDE } from "../../domain/rules/image-rules.ts";
import { type Frame, framedSide, framedSquare, largestZoom, turn, turnedSize } from "./frame.ts";

const portrait = { width: 3024, height: 4032 };

test("a part is a square of the turned photo, in its pixels", () => {
  const part = { x: 0, y: 0.25, width: 0.5, height: 0.375 };
  expect(framedSquare(portrait, { turns: 0, part })).toEqual({ x: 0, y: 1008, side: 1512 });
  // On its side, the photo is 4032 pixels wide.
  const turned = { x: 0.25, y: 0, width: 0.375, height: 0.5 };
  expect(framedSquare(portrait, { turns: 1, part: turned })).toEqual({ x: 1008, y: 0, side: 1512 });
  expect(framedSide(portrait, { turns: 3, part: turned })).toBe(1512);
});

test("a whole photo has the ground beside it, or above and below when it is turned", () => {
  expect(framedSquare(portrait, { turns: 0, part: "whole" })).toEqual({
    x: -504,
    y: 0,
    side: 4032,
  });
  expect(framedSquare(portrait, { turns: 1, part: "whole" })).toEqual({
    x: 0,
    y: -504,
    side: 4032,
  });
  expect(framedSide(portrait, { turns: 1, part: "whole" })).toBe(3024);
});

test("four quarter turns are none, in either direction", () => {
  expect([turn(0, 1), turn(3, 1), turn(0, -1), turn(2, -1)]).toEqual([1, 0, 3, 1]);
  expect(turnedSize(portrait, 1)).toEqual({ width: 4032, height: 3024 });
  expect(turnedSize(portrait, 2)).toEqual(portrait);
});

test("the largest zoom leaves the smallest allowed picture", () => {
  expect(largestZoom({ width: 4000, height: 2000 })).toBe(5);
  expect(largestZoom({ width: 300, height: 200 })).toBe(1);
  fc.assert(
    fc.property(
      fc.integer({ min: LEAST_SIDE, max: 9000 }),
      fc.integer({ min: LEAST_SIDE, max: 9000 }),
      fc.constantFrom<Frame["turns"][]>(0, 1, 2, 3),
      (width, height, turns) => {
        const photo = { width, height };
        const side = Math.min(width, height) / largestZoom(photo);
        const size = turnedSize(photo, turns);
        const part = { x: 0, y: 0, width: side / size.width, height: side / size.height };
        expect(framedSide(photo, { turns, part })).toBe(LEAST_SIDE);
      },
    ),
  );
});
