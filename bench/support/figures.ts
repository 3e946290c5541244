import { randomInt } from "node:crypto";

/**
 * The value below which the given share (0 to 1) of the values lies.
 * @throws if there are none: a bench that measures nothing fails
 */
export function percentile(values: number[], share: number): number {
  if (values.length === 0) throw new Error("nothing was measured");
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export const median = (values: number[]): number => percentile(values, 0.5);

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

export function any<T>(list: readonly T[]): T {
  return list[randomInt(list.length)]!;
}

/**
 * Measures contestants in turns, so that other load on the machine affects them equally. The result is round by round;
 * the first round only warms up.
 */
export async function inTurns<Contestant, Measured>(
  rounds: number,
  contestants: Contestant[],
  measure: (contestant: Contestant) => Promise<Measured>,
): Promise<Measured[][]> {
  const found: Measured[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const measured: Measured[] = [];
    for (const contestant of contestants) measured.push(await measure(contestant));
    if (round > 0) found.push(measured);
  }
  return found;
}
