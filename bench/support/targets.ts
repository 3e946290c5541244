/** A measured figure with its target. */
export interface Figure {
  what: string;
  measured: number;
  /** The figure must be at most `most` and at least `least`. */
  most?: number;
  least?: number;
  unit?: string;
}

/**
 * Prints the figures with their targets; a missed target makes the bench fail.
 * @throws if there are none: a bench that measures nothing fails
 */
export function verdict(figures: Figure[]): void {
  if (figures.length === 0) throw new Error("nothing was measured");
  const rows = figures.map(({ what, measured, most, least, unit = "" }) => {
    const met =
      Number.isFinite(measured) &&
      measured <= (most ?? Infinity) &&
      measured >= (least ?? -Infinity);
    if (!met) process.exitCode = 1;
    const target = [least !== undefined && `≥ ${least}`, most !== undefined && `≤ ${most}`]
      .filter(Boolean)
      .join(" and ");
    return {
      what,
      measured: `${round(measured)} ${unit}`.trim(),
      target: `${target} ${unit}`.trim(),
      met: met ? "yes" : "MISSED",
    };
  });
  console.table(rows);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
