import { csv } from "../write-csv.ts";
import type { Row } from "./read-table.ts";

/**
 * Lines as they are in their file, and beside them, where reasons are given, their numbers and the reasons. Those of an earlier
 * such file are replaced.
 */
export function refusedCsv(
  header: readonly string[],
  rows: readonly Row[],
  reasons?: readonly string[],
): string {
  const names = header.map((name, n) => name || String(n + 1));
  const lines = rows.map(({ line, cells }, n) => ({
    ...Object.fromEntries(names.map((name, at) => [name, cells[at]])),
    ...(reasons && { line, reason: reasons[n] }),
  }));
  const added = reasons ? ["line", "reason"] : [];
  return csv(lines, [...names.filter((name) => !added.includes(name)), ...added]);
}
