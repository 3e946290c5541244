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
  /** Returns the rendered image of `version`, from the cache if possible. */
  render(version: string, rendering: Rendering): Promise<Buffer>;
}

/**
 * Maximum number of concurrent renderings. Leaves one processor to the server where there are
 * several.
 */
const WIDTH = Math.min(4, Math.max(1, availableParallelism() - 1));
const MAX_WAITING = 500;
const SECONDS = 20;

const FITS = { cover: "cover", contain: "inside", fill: "fill" } as const;

/** Creates the renderer. The number of concurrent and waiting renderings is limited. */
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
      // Concurrent requests for the same image share one rendering.
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

/** Returns the same name for the same rendering, for the cache's file and the ETag. */
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
