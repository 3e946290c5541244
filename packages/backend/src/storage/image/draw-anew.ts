import type { ImageType } from "./kind.ts";
import { openImage } from "./sharp.ts";

/**
 * How a picture is written: losing nothing that is seen, in little time. JPEG and PNG take the time of
 * their pixels, WebP and AVIF several times that, whatever the effort.
 */
const WRITING = {
  "image/jpeg": ["jpeg", { quality: 90, optimiseCoding: false }],
  "image/png": ["png", { compressionLevel: 2 }],
  "image/webp": ["webp", { quality: 90, effort: 2 }],
  "image/gif": ["gif", { dither: 0, effort: 1 }],
  "image/avif": ["avif", { quality: 75, effort: 0 }],
} as const satisfies Record<ImageType, unknown>;

/**
 * Writes a picture anew from its pixels alone, so that no byte of its file is left: upright, in sRGB
 * of 8 bits, of an animation the first picture.
 * @throws {StorageError} if it is damaged or too large
 */
export async function drawAnew(path: string, type: ImageType): Promise<Buffer> {
  const [format, options] = WRITING[type];
  return openImage(path, (image) =>
    image.autoOrient().toColourspace("srgb").toFormat(format, options).toBuffer(),
  );
}
