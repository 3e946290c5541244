import type Library from "sharp";
import type { Sharp } from "sharp";

import { invalidRequest, unsupportedType } from "../errors.ts";

/** Maximum number of pixels, about 6300 × 6300: such an image takes 160 MB when decoded. */
export const MAX_PIXELS = 40_000_000;

let loading: Promise<typeof Library> | undefined;

/**
 * Loads the image library with the first image rather than at start. It has no cache of its own and
 * uses one thread per image: rendered images are cached on disk, and several are rendered
 * concurrently.
 */
export function loadSharp(): Promise<typeof Library> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

/**
 * Reads an uploaded image.
 * @throws {StorageError} if it is damaged or has too many pixels
 */
export async function openImage<T>(path: string, read: (image: Sharp) => Promise<T>): Promise<T> {
  const sharp = await loadSharp();
  try {
    const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    return await read(image.timeout({ seconds: 20 }));
  } catch (error) {
    // sharp has no error code for it; the message has been the same since its first release.
    if (/pixel limit/i.test((error as Error).message)) {
      throw invalidRequest(`The image has more than ${MAX_PIXELS / 1e6} million pixels`);
    }
    throw unsupportedType("The image is damaged or incomplete");
  }
}
