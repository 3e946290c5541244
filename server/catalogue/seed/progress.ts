import type { Logger } from "@maillotheque/backend";

/** How often progress is logged, in milliseconds. */
const EVERY_MS = 5000;

/** Called with what is done so far, as often as one likes. */
export type Report = (done: Record<string, string | number>) => void;

/** Logs progress at most every five seconds: the first start has work of a minute. */
export function progressLog(log: Logger, message: string): Report {
  let last = performance.now();
  return (done) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    log.info(done, message);
  };
}
