import type { Cell } from "../../shared/domain/write-csv.ts";

/**
 * A row with one column for each value of its inner objects: `{ jersey: { title } }` →
 * `jersey.title`.
 */
export function flattened(row: object, prefix = ""): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      if (Array.isArray(value)) return [[prefix + key, JSON.stringify(value)]];
      if (typeof value !== "object" || value === null) return [[prefix + key, value as Cell]];
      return Object.entries(flattened(value as object, `${prefix}${key}.`));
    }),
  );
}
