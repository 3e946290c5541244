import { ImageError, prepare } from "./prepare.ts";
import type { Answer, Work } from "./prepare-image.ts";

/** Prepares one image outside the page's thread, so the page stays responsive. */
self.onmessage = async ({ data }: MessageEvent<Work>) => {
  const answer: Answer = await prepare(data.file, data.target, data.frame).catch(
    (error: unknown) => ({
      problem: error instanceof ImageError ? error.problem : "corrupted",
    }),
  );
  self.postMessage(answer);
};
