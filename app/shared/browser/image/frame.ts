import { LEAST_SIDE } from "../../domain/rules/image-rules.ts";
import type { Crop } from "./crop.ts";
import type { Dimensions } from "./dimensions.ts";

/** Quarter turns, clockwise. */
export type Turns = 0 | 1 | 2 | 3;

/** What the catalogue's square shows of a photo, as its contributor chose it. */
export interface Frame {
  turns: Turns;
  /**
   * The part inside the frame, in shares (0 to 1) of the turned photo's width and height: it is the
   * same for every resolution. `whole`: all of it, on a neutral ground.
   */
  part: Crop | "whole";
}

/** A square in pixels of the turned photo. It exceeds the photo where the ground shows. */
export interface Square {
  x: number;
  y: number;
  side: number;
}

/** The ground around a whole photo: light grey in both themes, because it is part of the file. */
export const GROUND = "#e9e8e5";

/** The size of a photo after quarter turns. */
export function turnedSize({ width, height }: Dimensions, turns: Turns): Dimensions {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** One quarter turn more: clockwise, or back. */
export function turn(turns: Turns, by: 1 | -1): Turns {
  return ((turns + by + 4) % 4) as Turns;
}

/** The square of the photo that a frame shows. */
export function framedSquare(photo: Dimensions, { turns, part }: Frame): Square {
  const { width, height } = turnedSize(photo, turns);
  if (part === "whole") {
    const side = Math.max(width, height);
    return { x: (width - side) / 2, y: (height - side) / 2, side };
  }
  // Width and height are the same, except for rounding; the smaller one exceeds nothing.
  const side = Math.min(part.width * width, part.height * height);
  return { x: part.x * width, y: part.y * height, side };
}

/**
 * The shorter side of the photo inside the frame, in pixels: what the rules for sizes are about
 * (docs/product/contribute.md 11.18).
 */
export function framedSide(photo: Dimensions, frame: Frame): number {
  if (frame.part === "whole") return Math.min(photo.width, photo.height);
  return Math.round(framedSquare(photo, frame).side);
}

/** How far a photo may be enlarged before the frame holds less than the smallest allowed picture. */
export function largestZoom({ width, height }: Dimensions): number {
  return Math.max(1, Math.min(width, height) / LEAST_SIDE);
}
