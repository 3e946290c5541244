import sharp from "sharp";

import type { Reason } from "../../../app/curate/domain/import/catalogue-check.ts";
import { likeness, LIKENESS_SIZE } from "../../../app/shared/domain/likeness.ts";
import {
  CATALOGUE_QUALITY,
  CATALOGUE_SIDE,
  LEAST_SIDE,
  MAX_IMAGE_BYTES,
  MAX_MEGAPIXELS,
} from "../../../app/shared/domain/rules/image-rules.ts";

/** A file that can't become an image of a jersey, with the reason that a form would give. */
export class ImageRefused extends Error {
  override name = "ImageRefused";
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`image refused: ${reason}`);
    this.reason = reason;
  }
}

const FORMATS = new Set<string>(["jpeg", "png", "gif", "webp"]);

/** Checks a file by its header, without decoding it. @throws {ImageRefused} */
export async function inspectImage(bytes: Buffer): Promise<void> {
  if (bytes.length === 0) throw new ImageRefused("empty");
  if (bytes.length > MAX_IMAGE_BYTES) throw new ImageRefused("tooLarge");
  const { format, compression, width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new ImageRefused("type");
    });
  // HEIC and AVIF are one format here.
  if (format === "heif" && compression !== "av1") throw new ImageRefused("heic");
  // A drawing may carry scripts, and isn't a photo.
  if (format !== "heif" && !FORMATS.has(format)) throw new ImageRefused("type");
  if (width * height > MAX_MEGAPIXELS * 1_000_000) throw new ImageRefused("tooManyPixels");
  if (Math.min(width, height) < LEAST_SIDE) throw new ImageRefused("tooSmall");
}

/**
 * Makes the file for upload as the form does (app/shared/browser/image/prepare.ts): upright, the catalogue's
 * square around the centre, without metadata.
 * @throws {ImageRefused}
 */
export async function prepareImage(
  bytes: Buffer,
): Promise<{ webp: Buffer; likeness: string | undefined }> {
  await inspectImage(bytes);
  try {
    const { data, info } = await sharp(bytes, { failOn: "error" })
      .rotate()
      .resize(CATALOGUE_SIDE, CATALOGUE_SIDE, { fit: "cover" })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const [webp, small] = await Promise.all([
      sharp(data, { raw })
        .webp({ quality: 100 * CATALOGUE_QUALITY })
        .toBuffer(),
      sharp(data, { raw })
        .resize({ ...LIKENESS_SIZE, fit: "fill" })
        .raw()
        .toBuffer(),
    ]);
    return { webp, likeness: likeness(small) };
  } catch {
    throw new ImageRefused("corrupted");
  }
}
