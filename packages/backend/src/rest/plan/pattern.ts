import { tooComplex } from "../errors.ts";

/** PostgreSQL caches 32 compiled patterns per connection, each of some hundred bytes per step. */
const MOST_STEPS = 1_000;

/**
 * Refuses regular expressions that are expensive to compile: `(x{1,200}){1,200}` has 40,000 steps.
 * @throws {ApiError} PGRST100
 */
export function assertSimplePattern(pattern: string): void {
  if (pattern.length > MOST_STEPS || steps(pattern) > MOST_STEPS) {
    throw tooComplex("repetitions in a regular expression");
  }
}

/** Counts the steps of a pattern after all bounded repetitions are written out. */
function steps(pattern: string): number {
  // One sum per open group; the last atom can still be multiplied.
  const sums = [0];
  let last = 0;
  for (const [token] of pattern.matchAll(/\\.|\[\^?\]?[^\]]*\]|\{(?:\d+)(?:,\d*)?\}|[^]/g)) {
    const depth = sums.length - 1;
    if (token === "(") sums.push(0);
    else if (token === ")" && depth > 0) {
      last = sums.pop()!;
      sums[depth - 1]! += last;
    } else if (/^\{\d/.test(token)) {
      const [least, most] = token.slice(1, -1).split(",");
      const times = Math.max(Number(most || least), 1);
      sums[depth]! += last * (times - 1);
      last *= times;
    } else {
      last = 1;
      sums[depth]! += 1;
    }
  }
  return sums.reduce((sum, each) => sum + each, 0);
}
