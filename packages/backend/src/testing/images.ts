import sharp from "sharp";

/** Creates a picture with visible content, in the requested format. */
export async function picture(
  format: "webp" | "png" | "jpeg" | "gif" | "avif" = "webp",
  width = 120,
  height = 80,
): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: "#fff", noise } });
  return Buffer.from(await image.toFormat(format).toBuffer());
}

export const asFile = (content: Buffer<ArrayBuffer>, name: string, type: string) =>
  new File([content], name, { type });
