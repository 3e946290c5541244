import { centreCrop, type Crop } from "./crop.ts";
import type { Dimensions } from "./dimensions.ts";
import { likeness, LIKENESS_SIZE } from "../../domain/likeness.ts";

/** Draws `source` into an image of exactly `size`, cropped around the centre. */
export async function render(
  source: ImageBitmap,
  size: Dimensions,
  quality: number,
): Promise<Blob> {
  const { canvas } = draw(source, centreCrop(source, size), size);
  const webp = await canvas.convertToBlob({ type: "image/webp", quality });
  if (webp.type === "image/webp") return webp;
  // Safari can't write WebP and returns a PNG, ten times as large as a JPEG.
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}

/**
 * The likeness of the middle square of `source`; it doesn't depend on the crop for the catalogue.
 */
export function likenessOf(source: ImageBitmap): string | undefined {
  const { width, height } = LIKENESS_SIZE;
  const square = centreCrop(source, { width: 1, height: 1 });
  return likeness(draw(source, square, LIKENESS_SIZE).getImageData(0, 0, width, height).data);
}

function draw(source: ImageBitmap, part: Crop, { width, height }: Dimensions) {
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("this browser can't draw");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return context;
}
