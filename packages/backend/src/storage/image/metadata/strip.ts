import { readFile } from "node:fs/promises";

import { unsupportedType } from "../../errors.ts";
import { stripAvif, hasMoreMetadata } from "./avif.ts";
import { stripGif } from "./gif.ts";
import { stripJpeg } from "./jpeg.ts";
import { orientationOnly } from "./orientation.ts";
import { stripPng } from "./png.ts";
import { stripWebp } from "./webp.ts";
import type { ImageType } from "../kind.ts";
import { loadSharp } from "../sharp.ts";

/**
 * Returns an image without the metadata of camera, phone or editor: place, time, author. Pixels,
 * color profile and orientation stay; nothing is compressed again.
 * @returns undefined if there is no metadata
 * @throws {StorageError} if metadata can't be removed
 */
export async function stripMetadata(path: string, type: ImageType): Promise<Buffer | undefined> {
  const file = await readFile(path);
  const sharp = await loadSharp();
  // A file that can't be read is refused later, when it is decoded.
  const found = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (!found) return undefined;
  const { orientation = 1 } = found;
  const exif = orientation > 1 && orientation <= 8 ? orientationOnly(orientation) : undefined;
  const stripped = strip(file, type, exif, found);
  if (type === "image/avif" && hasMoreMetadata(await sharp(stripped).metadata())) {
    throw unsupportedType("The image says where it is from in a way that can't be removed");
  }
  if (stripped.equals(file)) return undefined;
  return stripped;
}

function strip(
  file: Buffer,
  type: ImageType,
  exif: Buffer | undefined,
  found: { exif?: Buffer; xmp?: Buffer },
): Buffer {
  switch (type) {
    case "image/jpeg":
      return stripJpeg(file, exif);
    case "image/png":
      return stripPng(file, exif);
    case "image/webp":
      return stripWebp(file, exif);
    case "image/gif":
      return stripGif(file);
    case "image/avif":
      return stripAvif(file, found);
  }
}
