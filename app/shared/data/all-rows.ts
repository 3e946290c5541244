/** PostgREST's default limit of rows per answer. */
const CHUNK = 1000;

/** Reads all rows of a query in chunks; the query's order must be total. */
export async function allRows<Row>(
  stretch: (from: number, to: number) => PromiseLike<{ data: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data } = await stretch(rows.length, rows.length + CHUNK - 1);
    rows.push(...data);
    if (data.length < CHUNK) return rows;
  }
}
