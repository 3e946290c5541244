let begunOrDone = 0;

/** How many writes of this page have begun or are done: an answer from before one may be older than it. */
export const writes = (): number => begunOrDone;

export function noteWrite(): void {
  begunOrDone += 1;
}
