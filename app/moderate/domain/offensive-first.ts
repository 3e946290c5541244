/** What the order asks of a row of the queue. */
interface Row {
  kind: string;
  target_type: string;
  detail: object;
}

const isOffensive = ({ kind, target_type: type, detail }: Row) =>
  kind === "report" &&
  type === "comment" &&
  "category" in detail &&
  detail.category === "offensive";

/** The queue with reports of offensive comments before the other reports; all else keeps its place. */
export function offensiveFirst<Of extends Row>(rows: readonly Of[]): Of[] {
  const reports = rows.filter(({ kind }) => kind === "report");
  const ordered = [...reports.filter(isOffensive), ...reports.filter((row) => !isOffensive(row))];
  const next = ordered.values();
  return rows.map((row) => (row.kind === "report" ? next.next().value! : row));
}
