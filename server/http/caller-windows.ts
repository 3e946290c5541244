import { LRUCache } from "lru-cache";

export interface Rate {
  most: number;
  windowMs: number;
}

/** The most callers that are remembered; the least active are forgotten first. */
const MOST_CALLERS = 10_000;

interface Window {
  /** When it ends, in milliseconds. */
  end: number;
  count: number;
}

/**
 * Returns a function that counts a request of a caller, in this process and in fixed windows: their end is what a
 * refusal tells. It returns the seconds until then once there were too many.
 */
export function callerWindows({ most, windowMs }: Rate, now: () => number = Date.now) {
  const windows = new LRUCache<string, Window>({ max: MOST_CALLERS });
  return (caller: string): number | undefined => {
    const known = windows.get(caller);
    const current = known && known.end > now() ? known : { end: now() + windowMs, count: 0 };
    current.count += 1;
    windows.set(caller, current);
    if (current.count <= most) return undefined;
    return Math.max(1, Math.ceil((current.end - now()) / 1_000));
  };
}
