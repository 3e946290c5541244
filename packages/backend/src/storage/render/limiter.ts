import { tooManyRequests } from "../errors.ts";

/**
 * Runs at most `width` tasks at a time and queues at most `length` more. Refuses further tasks, so
 * that work for clients who have given up doesn't accumulate.
 */
export function limiter(width: number, length: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < width) running++;
    else if (waiting.length >= length) throw tooManyRequests("Too many images are being rendered");
    // A finished task passes its slot on directly, so that no new task can take it in between.
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
