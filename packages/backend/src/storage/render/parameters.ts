import { z } from "zod";

import { invalidRequest } from "../errors.ts";
import { normalType } from "../image/kind.ts";

/** Maximum side in pixels; larger requests get this size, as in the hosted service. */
const MAX_SIDE = 2500;
const DEFAULT_QUALITY = 80;

const side = z.coerce
  .number()
  .int()
  .min(0)
  .transform((pixels) => Math.min(pixels, MAX_SIDE) || undefined)
  .optional();

const Parameters = z.object({
  width: side,
  height: side,
  quality: z.coerce.number().int().min(20).max(100).default(DEFAULT_QUALITY),
  resize: z.enum(["cover", "contain", "fill"]).default("cover"),
  format: z.enum(["origin", "avif", "webp"]).optional(),
});

export type RenderParameters = z.infer<typeof Parameters>;
export type OutputFormat = "jpeg" | "png" | "webp" | "gif" | "avif";

const FORMATS: Record<string, OutputFormat | undefined> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/avif": "avif",
};

/**
 * Parses the parameters of a rendering.
 * @throws {StorageError} `InvalidRequest`
 */
export function renderParameters(values: Record<string, unknown>): RenderParameters {
  const parsed = Parameters.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest(`querystring/${issue!.path.join("/")}: ${issue!.message}`);
}

/** What the hosted service calls these ways of fitting in `X-Transformations`. */
const FITTINGS = { cover: "fill", contain: "fit", fill: "force" } as const;

/** Returns what a request asked for, for the header `X-Transformations`: `height:200,width:200,…`. */
export function transformationsOf(
  wished: Record<string, unknown>,
  { width, height, quality, resize, format }: RenderParameters,
): string {
  return [
    height && `height:${height}`,
    width && `width:${width}`,
    (height || width) && `resizing_type:${FITTINGS[resize]}`,
    wished.quality !== undefined && `quality:${quality}`,
    format && format !== "origin" && `format:${format}`,
  ]
    .filter(Boolean)
    .join(",");
}

/** The format of a type; undefined for anything but an image. */
export const formatOf = (mimetype: string): OutputFormat | undefined =>
  FORMATS[normalType(mimetype)];

/**
 * Chooses the format of the answer. Without a requested format, it is the best one that the browser
 * accepts; AVIF only if the bucket's `avif_autodetection` is on, because encoding it takes ten
 * times as long.
 */
export function outputFormat(
  wish: RenderParameters["format"],
  source: OutputFormat,
  accept: string,
  avif: boolean,
): OutputFormat {
  if (wish) return wish === "origin" ? source : wish;
  if (avif && accept.includes("image/avif")) return "avif";
  return accept.includes("image/webp") ? "webp" : source;
}
