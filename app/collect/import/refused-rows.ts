import type { TFunction } from "i18next";

import type { LeftLines } from "../../shared/browser/stored-import.ts";
import type { Row } from "../../shared/domain/import/read-table.ts";
import type { Running } from "./run-import.ts";

/** The lines of the file that were sent and refused. */
export function refusedRows({ lines, refused, broken, left }: Running) {
  const keys = new Set(refused);
  return lines.flatMap(({ key }, place): { row: Row; isBroken: boolean }[] => {
    const row = left.sent[place];
    return row && keys.has(key) ? [{ row, isBroken: broken.includes(key) }] : [];
  });
}

/** All that isn't imported, in the order of the file, with the reasons. */
export function savedLines(
  running: Running,
  t: TFunction<"exchange">,
): Pick<LeftLines, "rows" | "reasons"> {
  const { rows, reasons } = running.left;
  const all = [
    ...rows.map((row, n) => ({ row, reason: reasons[n]! })),
    ...refusedRows(running).map(({ row, isBroken }) => ({
      row,
      reason: t(isBroken ? "left.broken" : "left.gone"),
    })),
  ].toSorted((one, other) => one.row.line - other.row.line);
  return { rows: all.map(({ row }) => row), reasons: all.map(({ reason }) => reason) };
}
