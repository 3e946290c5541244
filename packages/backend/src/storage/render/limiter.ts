import { tooManyRequests } from "../errors.ts";

/**
 * Runs at most `width` works at a time, and lets `length` more wait for their turn.
 * Beyond that it refuses, rather than let answers that nobody awaits any more pile up.
 */
export function limiter(width: number, length: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < width) running++;
    else if (waiting.length >= length) throw tooManyRequests("Too many images are being rendered");
    // Whoever ends hands the place over, so that no newcomer slips in between.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
