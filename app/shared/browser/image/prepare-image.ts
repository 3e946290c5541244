import type { Frame } from "./frame.ts";
import { ImageError, type ImageProblem, type ImageTarget, type PreparedImage } from "./prepare.ts";

/** The worker's task. */
export interface Work {
  file: Blob;
  target: ImageTarget;
  frame: Frame | undefined;
}

/** The worker's answer. */
export type Answer = PreparedImage | { problem: ImageProblem };

/** docs/product/contribute.md 11.2. */
const TIME_OUT_MS = 10_000;

/**
 * Prepares a file for upload (`prepare`) in a worker. Call it for one file at a time: five photos
 * of a good camera decoded at once need more memory than a phone gives a page.
 * @throws {ImageError} if the file can't be used
 */
export async function prepareImage(
  file: Blob,
  target: ImageTarget,
  signal: AbortSignal,
  frame?: Frame,
): Promise<PreparedImage> {
  signal.throwIfAborted();
  const timeOut = AbortSignal.timeout(TIME_OUT_MS);
  try {
    const answer = await inWorker({ file, target, frame }, AbortSignal.any([signal, timeOut]));
    if ("problem" in answer) throw new ImageError(answer.problem);
    return answer;
  } catch (error) {
    throw timeOut.aborted ? new ImageError("timeout", error) : error;
  }
}

/**
 * Runs a worker for one image. Terminating the worker is the only way to stop a decoder, and frees
 * its memory.
 */
async function inWorker(work: Work, signal: AbortSignal): Promise<Answer> {
  const worker = new Worker(new URL("./prepare.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      worker.onerror = (event) => reject(new ImageError("corrupted", event.message));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.postMessage(work);
    });
  } finally {
    worker.terminate();
  }
}
