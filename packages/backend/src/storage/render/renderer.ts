import { availableParallelism } from "node:os";
import { buffer } from "node:stream/consumers";

import { invalidRequest } from "../errors.ts";
import { loadSharp, MAX_PIXELS } from "../image/sharp.ts";
import type { FileStore } from "../store/store.ts";
import type { VariantCache } from "./cache.ts";
import { limiter } from "./limiter.ts";
import type { OutputFormat, RenderParameters } from "./parameters.ts";

export interface Rendering extends RenderParameters {
  output: OutputFormat;
}

export interface Renderer {
  /** The image of `version` as asked for, from the cache when it has been made before. */
  render(version: string, rendering: Rendering): Promise<Buffer>;
}

/** Leaves the server a processor of its own where there are several. */
const WIDTH = Math.min(4, Math.max(1, availableParallelism() - 1));
const MAX_WAITING = 500;
const SECONDS = 20;

const FITS = { cover: "cover", contain: "inside", fill: "fill" } as const;

export function createRenderer(store: FileStore, cache: VariantCache): Renderer {
  const inTurn = limiter(WIDTH, MAX_WAITING);
  const underWay = new Map<string, Promise<Buffer>>();

  async function make(version: string, variant: string, rendering: Rendering): Promise<Buffer> {
    const image = await inTurn(async () =>
      transform(await buffer(await store.open(version)), rendering),
    );
    await cache.set(version, variant, image);
    return image;
  }

  return {
    async render(version, rendering) {
      const variant = variantName(rendering);
      const known = await cache.get(version, variant);
      if (known) return known;
      // Everybody who asks for the same image at once waits for the same work.
      const key = `${version}/${variant}`;
      let work = underWay.get(key);
      if (!work) {
        work = make(version, variant, rendering).finally(() => underWay.delete(key));
        underWay.set(key, work);
      }
      return work;
    },
  };
}

/** Equal renderings have equal names: the file in the cache, and the ETag. */
export function variantName({ width, height, resize, quality, output }: Rendering): string {
  const mode = width || height ? `-${resize}` : "";
  return `${width ?? ""}x${height ?? ""}${mode}-q${quality}.${output}`;
}

async function transform(source: Buffer, rendering: Rendering): Promise<Buffer> {
  const { width, height, resize, quality, output } = rendering;
  const sharp = await loadSharp();
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
  if (width || height) {
    image.resize({ width, height, fit: FITS[resize], withoutEnlargement: true });
  }
  try {
    return await image
      .toFormat(output, { quality, ...(output === "avif" && { effort: 2 }) })
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch {
    throw invalidRequest("The source image is invalid or unsupported for rendering");
  }
}
