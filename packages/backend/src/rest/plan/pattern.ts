import { tooComplex } from "../errors.ts";

/** PostgreSQL caches 32 compiled patterns per connection, each of some hundred bytes per step. */
const MOST_STEPS = 1_000;

/** A repeated reference takes far more memory than the group that it repeats. */
const STEPS_OF_REFERENCE = 100;

/**
 * What would hide repetitions from the count below: comments, and options that give characters
 * another meaning (`b`) or none (`x`). A director (`***`) may precede them.
 */
const OTHER_SYNTAX = /\*\*\*|\(\?[a-z]*[bx]|\(\?#/;

/**
 * Refuses the regular expressions of a request if they are expensive to compile together:
 * `(x{1,200}){1,200}` has 40,000 steps.
 * @throws {ApiError} PGRST100
 */
export function assertSimplePatterns(patterns: string[]): void {
  const length = patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  if (
    length > MOST_STEPS ||
    patterns.some((pattern) => OTHER_SYNTAX.test(pattern)) ||
    patterns.reduce((sum, pattern) => sum + steps(pattern), 0) > MOST_STEPS
  ) {
    throw tooComplex("repetitions in regular expressions");
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
      last = /^\\[1-9]/.test(token) ? STEPS_OF_REFERENCE : 1;
      sums[depth]! += last;
    }
  }
  return sums.reduce((sum, each) => sum + each, 0);
}
