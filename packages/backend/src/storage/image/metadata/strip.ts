import { readFile } from "node:fs/promises";

import { unsupportedType } from "../../errors.ts";
import { bareAvif, saysMore } from "./avif.ts";
import { bareGif } from "./gif.ts";
import { bareJpeg } from "./jpeg.ts";
import { orientationOnly } from "./orientation.ts";
import { barePng } from "./png.ts";
import { bareWebp } from "./webp.ts";
import type { ImageType } from "../kind.ts";
import { loadSharp } from "../sharp.ts";

/**
 * An image without what its camera, phone or editor has written about it: where, when, by whom.
 * Pixels, color profile and orientation stay; nothing is compressed anew.
 * @returns undefined when there is nothing to take away
 * @throws {StorageError} when it can't be taken away
 */
export async function bareImage(path: string, type: ImageType): Promise<Buffer | undefined> {
  const file = await readFile(path);
  const sharp = await loadSharp();
  // What can't be read is refused when it is decoded.
  const found = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (!found) return undefined;
  const { orientation = 1 } = found;
  const exif = orientation > 1 && orientation <= 8 ? orientationOnly(orientation) : undefined;
  const bare = strip(file, type, exif, found);
  if (type === "image/avif" && saysMore(await sharp(bare).metadata())) {
    throw unsupportedType("The image says where it is from in a way that can't be removed");
  }
  if (bare.equals(file)) return undefined;
  return bare;
}

function strip(
  file: Buffer,
  type: ImageType,
  exif: Buffer | undefined,
  found: { exif?: Buffer; xmp?: Buffer },
): Buffer {
  switch (type) {
    case "image/jpeg":
      return bareJpeg(file, exif);
    case "image/png":
      return barePng(file, exif);
    case "image/webp":
      return bareWebp(file, exif);
    case "image/gif":
      return bareGif(file);
    case "image/avif":
      return bareAvif(file, found);
  }
}
