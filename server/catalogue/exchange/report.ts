import type { CatalogueRefusal } from "../../../app/curate/domain/import/catalogue-check.ts";
import type { ReadCatalogueLine } from "../../../app/curate/domain/import/catalogue-line.ts";
import type { Table } from "../../../app/shared/domain/import/read-table.ts";
import { refusedCsv } from "../../../app/shared/domain/import/refused-csv.ts";
import type { Fate } from "./run-import.ts";

/** How many lines came to which end, as a table. */
export function summaryOf(fates: readonly Fate[], isDry: boolean): string {
  const count = (outcome: Fate["outcome"]) =>
    fates.filter((fate) => fate.outcome === outcome).length;
  const rows = [
    [isDry ? "would be added" : "added", count("added")],
    ["already there", count("there")],
    ["likely duplicates, not added", count("duplicate")],
    ["refused", count("refused")],
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, amount]) => `${name.padEnd(width)}  ${`${amount}`.padStart(6)}`);
  return lines.join("\n");
}

export function problemLine({ row }: ReadCatalogueLine, fate: Fate): string {
  return `line ${row.line}: ${reasonOf(fate)}`;
}

function reasonOf({ outcome, refusals, others }: Fate): string {
  return outcome === "duplicate"
    ? `likely a duplicate of ${others.join(", ")}`
    : refusals.map(refusalInWords).join("; ");
}

function refusalInWords({ field, reason, value, candidates = [] }: CatalogueRefusal): string {
  const said = value ? ` "${value}"` : "";
  const names = candidates.map(({ name, hint }) => (hint ? `${name} (${hint})` : name));
  const nearest = names.length > 0 ? `, nearest: ${names.join(", ")}` : "";
  return `${field} ${reason.replaceAll("_", " ")}${said}${nearest}`;
}

/** The lines that were not imported, as they are in the file, with the reason beside them. */
export function reportOf(
  { header }: Table,
  lines: readonly ReadCatalogueLine[],
  fates: ReadonlyMap<ReadCatalogueLine, Fate>,
): string {
  const rows = lines.map(({ row }) => row);
  return refusedCsv(
    header,
    rows,
    lines.map((line) => reasonOf(fates.get(line)!)),
  );
}
