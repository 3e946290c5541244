import { buffer } from "node:stream/consumers";

import { invalidRequest } from "../errors.ts";
import { loadSharp, MAX_PIXELS } from "../image/sharp.ts";
import type { Task, Turns } from "../image/turns.ts";
import type { FileStore } from "../store/store.ts";
import type { VariantCache } from "./cache.ts";
import type { OutputFormat, RenderParameters } from "./parameters.ts";

export interface Rendering extends RenderParameters {
  output: OutputFormat;
}

/** Who waits for a rendering. */
interface Waiting {
  caller: string;
  /** Aborted when the client has left. */
  signal: AbortSignal;
}

export interface Renderer {
  /** Returns the rendered image of `version`, from the cache if possible. */
  render(version: string, rendering: Rendering, waiting: Waiting): Promise<Buffer>;
}

/** Time limit of a rendering: one that runs can't be cancelled. */
const SECONDS = 20;

const FITS = { cover: "cover", contain: "inside", fill: "fill" } as const;

/** Creates the renderer. Renderings take turns with other work on images. */
export function createRenderer(store: FileStore, cache: VariantCache, turns: Turns): Renderer {
  const underWay = new Map<string, Task<Buffer>>();

  async function make(version: string, rendering: Rendering, signal: AbortSignal): Promise<Buffer> {
    const variant = variantName(rendering);
    // Rendered since the request, for a client who has left.
    const known = await cache.get(version, variant);
    if (known) return known;
    const source = await buffer(await store.open(version));
    signal.throwIfAborted();
    const image = await transform(source, rendering);
    await cache.set(version, variant, image);
    return image;
  }

  return {
    async render(version, rendering, { caller, signal }) {
      const variant = variantName(rendering);
      const known = await cache.get(version, variant);
      if (known) return known;
      // Concurrent requests for the same image share one rendering.
      const key = `${version}/${variant}`;
      let task = underWay.get(key);
      if (!task) {
        task = turns.task((left) => make(version, rendering, left));
        underWay.set(key, task);
        void task.settled.then(() => underWay.delete(key));
      }
      return task.join(caller, signal);
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
