import { centreCrop } from "./crop.ts";
import type { Dimensions } from "./dimensions.ts";

/** Draws `source` into an image of exactly `size`, cropped around the centre. */
export async function render(
  source: ImageBitmap,
  size: Dimensions,
  quality: number,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser can't draw");
  const { x, y, width, height } = centreCrop(source, size);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, x, y, width, height, 0, 0, size.width, size.height);
  const webp = await canvas.convertToBlob({ type: "image/webp", quality });
  if (webp.type === "image/webp") return webp;
  // Safari can't write WebP and answers with a PNG, ten times as heavy as a JPEG.
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}
