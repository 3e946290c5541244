import { readFile } from "node:fs/promises";

import { unsupportedType } from "../../errors.ts";
import { stripAvif } from "./avif.ts";
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
 * @throws {StorageError} if the parts of an AVIF can't be read
 */
export async function stripMetadata(path: string, type: ImageType): Promise<Buffer | undefined> {
  const file = await readFile(path);
  const sharp = await loadSharp();
  const { orientation = 1 } = await sharp(file)
    .metadata()
    .catch(() => {
      // Its first frame may be readable all the same: what isn't looked into isn't stored.
      throw unsupportedType("The image is damaged or incomplete");
    });
  const exif = orientation > 1 && orientation <= 8 ? orientationOnly(orientation) : undefined;
  const stripped = await strip(file, type, exif);
  if (stripped.equals(file)) return undefined;
  return stripped;
}

function strip(file: Buffer, type: ImageType, exif: Buffer | undefined): Buffer | Promise<Buffer> {
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
      return stripAvif(file);
  }
}
