import type { Color } from "../../domain/colors.ts";
import {
  CATALOGUE_QUALITY,
  CATALOGUE_SIDE,
  LEAST_SIDE,
  MAX_IMAGE_BYTES,
  MAX_MEGAPIXELS,
} from "../../domain/rules/image-rules.ts";
import { announcedDimensions, type Dimensions } from "./dimensions.ts";
import { type Frame, framedSide } from "./frame.ts";
import { imageKind, KIND_BYTES } from "./kind.ts";
import { likenessOf, render, renderFramed, renderWhole } from "./render.ts";

/** Why a file can't become an image of a jersey. */
export type ImageProblem =
  | "type"
  | "heic"
  | "empty"
  | "tooLarge"
  | "tooManyPixels"
  | "tooSmall"
  | "unreadable"
  | "corrupted"
  | "timeout";

export class ImageError extends Error {
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem, cause?: unknown) {
    super(`image refused: ${problem}`, { cause });
    this.name = "ImageError";
    this.problem = problem;
  }
}

export interface PreparedImage {
  blob: Blob;
  /** The size of the original picture, upright. */
  source: Dimensions;
  /**
   * The picture's likeness (`likeness`), for finding the same photo again; undefined for a nearly
   * uniform picture.
   */
  likeness?: string | undefined;
  /** The named colours of the shirt, the main one first (`photoColors`). */
  colors: Color[];
  /** A smaller version, if the target has one. */
  small?: Blob;
}

/**
 * Size and quality of a prepared image; submission and edit differ (docs/product/contribute.md 11.3). A framed
 * one is a square, at most as large.
 */
export interface ImageTarget extends Dimensions {
  quality: number;
  /** The longest side of a version of the whole picture for lists; then both are not cropped. */
  small?: number;
  /** The shortest side that is accepted; `LEAST_SIDE` unless told otherwise. */
  leastSide?: number;
}

export const JERSEY_IMAGE: ImageTarget = {
  width: CATALOGUE_SIDE,
  height: CATALOGUE_SIDE,
  quality: CATALOGUE_QUALITY,
};

/** A photo of a member's copy: the whole picture, and a small version of it. */
export const COPY_PHOTO: ImageTarget = { width: 1600, height: 1600, quality: 0.85, small: 400 };

/** A photo that was prepared as such before; a panorama is low then. */
export const RESTORED_PHOTO: ImageTarget = { ...COPY_PHOTO, leastSide: 1 };

/** Enough for headers behind an embedded thumbnail and a colour profile. */
const HEADER_BYTES = 512 * 1024;

/**
 * Makes the image for upload from a member's file: upright, as framed, otherwise cropped around the
 * centre.
 * @throws {ImageError} if the file can't be used
 */
export async function prepare(
  file: Blob,
  target: ImageTarget,
  frame?: Frame,
): Promise<PreparedImage> {
  const leastSide = target.leastSide ?? LEAST_SIDE;
  const kind = await inspect(file, leastSide);
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(
    (error: unknown) => {
      throw new ImageError(kind === "heic" ? "heic" : "corrupted", error);
    },
  );
  try {
    const source = { width: bitmap.width, height: bitmap.height };
    const side = frame ? framedSide(source, frame) : shorterSide(source);
    if (side < leastSide) throw new ImageError("tooSmall");
    const rendered = await renderAs(bitmap, target, frame);
    return { ...rendered, source, likeness: likenessOf(bitmap) };
  } finally {
    bitmap.close();
  }
}

async function renderAs(bitmap: ImageBitmap, target: ImageTarget, frame: Frame | undefined) {
  const { width, quality, small } = target;
  if (frame) return renderFramed(bitmap, frame, width, quality);
  if (small === undefined) return render(bitmap, target, quality);
  const { blob } = await renderWhole(bitmap, small, quality);
  return { ...(await renderWhole(bitmap, width, quality)), small: blob };
}

/** Checks a file without decoding it. */
export async function inspect(file: Blob, leastSide = LEAST_SIDE) {
  if (file.size === 0) throw new ImageError("empty");
  const head = await read(file.slice(0, HEADER_BYTES));
  const kind = imageKind(head.subarray(0, KIND_BYTES));
  if (!kind && !claimsToBePhoto(file.type)) throw new ImageError("type");
  if (file.size > MAX_IMAGE_BYTES) throw new ImageError("tooLarge");
  if (!kind) throw new ImageError("corrupted");
  const size = announcedDimensions(head, kind);
  if (size && megapixels(size) > MAX_MEGAPIXELS) throw new ImageError("tooManyPixels");
  if (size && shorterSide(size) < leastSide) throw new ImageError("tooSmall");
  return kind;
}

export function shorterSide({ width, height }: Dimensions): number {
  return Math.min(width, height);
}

export function megapixels({ width, height }: Dimensions): number {
  return (width * height) / 1_000_000;
}

async function read(part: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch (error) {
    throw new ImageError("unreadable", error); // moved, deleted or locked since it was chosen
  }
}

/**
 * Whether the declared type is that of a photo. SVG is an image to a browser, but it is a drawing
 * that may carry scripts.
 */
function claimsToBePhoto(type: string): boolean {
  return type.startsWith("image/") && !type.startsWith("image/svg");
}
