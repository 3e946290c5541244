/** As many as PostgREST gives at once, by default. */
const CHUNK = 1000;

/** All rows of a query that is asked for in stretches; the query must have a whole order. */
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
