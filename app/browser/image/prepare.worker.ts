import { ImageError, type ImageTarget, prepare } from "./prepare.ts";
import type { Answer } from "./prepare-image.ts";

/** Prepares one image outside the page's thread, so the page stays responsive. */
self.onmessage = async ({ data }: MessageEvent<{ file: Blob; target: ImageTarget }>) => {
  const answer: Answer = await prepare(data.file, data.target).catch((error: unknown) => ({
    problem: error instanceof ImageError ? error.problem : "corrupted",
  }));
  self.postMessage(answer);
};
