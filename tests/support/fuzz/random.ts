/** A random integer below `limit`. */
export type Random = (limit: number) => number;

/** Pseudorandom numbers from the seed and the run (mulberry32). */
export function randomFrom(seed: number, run: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b)) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  };
}
