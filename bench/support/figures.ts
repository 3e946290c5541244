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
