import type Sharp from "sharp";

/** Maximum number of pixels, about 6300 × 6300: such an image takes 160 MB when decoded. */
export const MAX_PIXELS = 40_000_000;

let loading: Promise<typeof Sharp> | undefined;

/**
 * Loads the image library with the first image rather than at start. It has no cache of its own and
 * uses one thread per image: rendered images are cached on disk, and several are rendered
 * concurrently.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
