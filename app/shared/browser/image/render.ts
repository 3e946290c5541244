import { centreCrop, type Crop } from "./crop.ts";
import type { Dimensions } from "./dimensions.ts";
import { type Frame, framedSquare, GROUND, turnedSize } from "./frame.ts";
import type { Color } from "../../domain/colors.ts";
import { likeness, LIKENESS_SIZE } from "../../domain/likeness.ts";
import { photoColors, SAMPLE_SIDE } from "../../domain/photo-colors.ts";

/** An image for upload, and the named colours of the shirt on it. */
export interface Rendered {
  blob: Blob;
  colors: Color[];
}

/** Draws `source` into an image of exactly `size`, cropped around the centre. */
export async function render(
  source: ImageBitmap,
  size: Dimensions,
  quality: number,
): Promise<Rendered> {
  return finish(draw(source, centreCrop(source, size), size).canvas, quality);
}

/** Draws all of `source`, its longest side at most so long. It is never enlarged. */
export async function renderWhole(
  source: ImageBitmap,
  longestSide: number,
  quality: number,
): Promise<Rendered> {
  const { width, height } = source;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return finish(draw(source, { x: 0, y: 0, width, height }, size).canvas, quality);
}

/**
 * Draws what a frame shows of `source` into a square. It is never enlarged: a file tells its true
 * resolution.
 */
export async function renderFramed(
  source: ImageBitmap,
  frame: Frame,
  largestSide: number,
  quality: number,
): Promise<Rendered> {
  const square = framedSquare(source, frame);
  const side = Math.min(largestSide, Math.round(square.side));
  const scale = side / square.side;
  const context = canvasOf({ width: side, height: side });
  context.fillStyle = GROUND;
  context.fillRect(0, 0, side, side);
  const { width, height } = turnedSize(source, frame.turns);
  context.scale(scale, scale);
  context.translate(width / 2 - square.x, height / 2 - square.y);
  context.rotate((frame.turns * Math.PI) / 2);
  context.drawImage(source, -source.width / 2, -source.height / 2);
  return finish(context.canvas, quality);
}

async function finish(canvas: OffscreenCanvas, quality: number): Promise<Rendered> {
  // First: encoding may paint a ground.
  const colors = colorsOf(canvas);
  return { blob: await encode(canvas, quality), colors };
}

function colorsOf(canvas: OffscreenCanvas): Color[] {
  const size = { width: SAMPLE_SIDE, height: SAMPLE_SIDE };
  const context = canvasOf(size);
  context.drawImage(canvas, 0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
  return photoColors(context.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE).data);
}

async function encode(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: "image/webp", quality });
  if (webp.type === "image/webp") return webp;
  // Safari can't write WebP and returns a PNG, ten times as large as a JPEG. A JPEG has no transparency: it would be black.
  const context = canvas.getContext("2d")!;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = GROUND;
  context.fillRect(0, 0, canvas.width, canvas.height);
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

function canvasOf({ width, height }: Dimensions) {
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("this browser can't draw");
  context.imageSmoothingQuality = "high";
  return context;
}

function draw(source: ImageBitmap, part: Crop, size: Dimensions) {
  const { width, height } = size;
  const context = canvasOf(size);
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return context;
}
