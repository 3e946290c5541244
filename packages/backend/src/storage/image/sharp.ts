import type Sharp from "sharp";

/** Pixels at most, about 6300 × 6300: decoded, such an image takes 160 MB. */
export const MAX_PIXELS = 40_000_000;

let loading: Promise<typeof Sharp> | undefined;

/**
 * The image library, loaded by the first image rather than at start. It keeps no cache of its
 * own and uses one thread per image: rendered images are cached on disk, and several are
 * rendered side by side.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
